"""The page of `tally spent`."""

from __future__ import annotations

from tallystick.kernel.display import width
from tallystick.model.spending import BookUsed
from tallystick.reports.spent import lines, nothing_found
from tests.spendings import USD, figures, row, spending

PRICES = "list price: published prices, checked 2026-11-30. A subscription is not billed this."


def test_page() -> None:
    """Rows, their total, and one footnote on what the price is."""
    page = lines(
        spending(
            row("2026-01-15", figures(USD, input=1000, write_5m=2, write_1h=3, read=4, output=5)),
            row("2026-01-16", figures(USD // 1000, responses=3, input=1)),
        ),
        width=200,
    )

    assert page == [
        "day         input  cache write 5m  cache write 1h  cache read  output  responses  list price",
        "2026-01-15  1,000               2               3           4       5          1       $1.00",
        "2026-01-16      1               0               0           0       0          3      <$0.01",
        "─" * 92,
        "total       1,001               2               3           4       5          4       $1.00",
        "",
        PRICES,
    ]


def test_what_is_not_certain() -> None:
    """Lower bounds are marked and counted, unpriced tokens have a column and their models a note, the unattributed
    stands beside the total, and losses are told.
    """
    page = lines(
        spending(
            row(
                "2026-01-15",
                figures(USD, responses=2, lower=1, output=5, write_unknown=7),
                figures(None, model="glm-5", read=9),
            ),
            row("2026-01-16", figures(None, model="glm-4", responses=2)),
            unattributed=figures(None, responses=0, model="glm-5", input=3),
            rejections=1,
        ),
        width=110,
    )

    assert page == [
        "day           input  cache write 5m  cache write 1h  cache read  output  responses  unpriced  list price",
        "2026-01-15        0               7               0           9      ≥5          3         9      ≥$1.00",
        "2026-01-16        0               0               0           0       0          2         0           —",
        "─" * 104,
        "total             0               7               0           9      ≥5          5         9      ≥$1.00",
        "unattributed      3               0               0           0       0          —         3           —",
        "",
        PRICES,
        "≥ a lower bound: 1 of 5 responses were written down before they ended.",
        "unpriced, in no cost: glm-4 (2 responses, 0 tokens); glm-5 (1 response, 12 tokens).",
        "7 tokens of cache writes have no stated lifetime: they count as 5-minute writes.",
        "unattributed: known to the client's own totals and to no line of a transcript (compaction, for one). It is in",
        "  no row and not in the total.",
        "1 piece of input could not be read and is not counted: tally doctor says where.",
    ]


def test_an_endless_name() -> None:
    """A model's name is shown up to a hundred columns; nothing it holds reaches the terminal."""
    page = lines(spending(row("2026-01-15", figures(None, model="m\x1b[2J" + "n" * 100_000, read=9))), width=200)

    (note,) = (line for line in page if line.startswith("unpriced, in no cost: "))
    assert note == f"unpriced, in no cost: m[2J{'n' * 95}… (1 response, 9 tokens)."


def test_windows_are_an_approximation() -> None:
    """Five-hour windows are a grid of ours, and the page says so."""
    page = lines(spending(by="window"), width=200)

    assert page[0].startswith("five-hour window  ")
    assert page[-1] == "window: five hours on a fixed grid, an approximation of the plan's own."


def test_another_price_list() -> None:
    """A price file is named; a discount changes the title and is named with its factor."""
    book = BookUsed(version="", sha256="", as_of=None, origin="/srv/prices.json", discounts={})
    cheaper = BookUsed(version="1", sha256="", as_of="2026-01-01", origin="shipped", discounts={"bedrock": "0.9"})

    assert lines(spending(book=book), width=200)[-1] == (
        "list price: prices of /srv/prices.json. A subscription is not billed this."
    )
    page = lines(spending(book=cheaper), width=200)
    assert page[0].endswith("discounted")
    assert page[-1] == (
        "discounted: published prices, checked 2026-01-01, times the [discount] of config.toml (bedrock x0.9). "
        "A subscription is not billed this."
    )


def test_narrow() -> None:
    """At 80 columns and at 40 every line fits, and what cannot be seen of a session is its start, not its project."""
    report = spending(
        row(
            "8f2c91aa-long-identity",
            figures(
                12345 * USD,
                lower=1,
                responses=12345,
                input=10**7,
                write_5m=10**8,
                write_1h=10**9,
                read=10**10,
                output=10**6,
            ),
            label="8f2c91aa",
            about="2026-01-15 09:30  /srv/pottery/kiln",
        ),
        by="session",
    )

    for columns in (80, 40):
        page = lines(report, width=columns)
        assert max(map(width, page)) <= columns
    assert (
        lines(report, width=80)[1] == "8f2c91aa  …rv/pottery/kiln  10.0M      100M     1.00G  10.0G  ≥1.00M    ≥$12,345"
    )


def test_nothing_found() -> None:
    """Without a history: where it was looked for, and how to see the tool at work."""
    assert nothing_found(["~/.claude/projects"]) == [
        "No transcripts found. Looked in:",
        "  ~/.claude/projects",
        "Try it on a sample: tally --demo",
    ]


def test_official_windows_are_told_apart() -> None:
    """Where some windows are the plan's own, each row says which it is, and the note what that means."""
    rows = (row("a", figures(input=1), label="2026-03-02 05:00"), row("b", figures(input=2), about="official"))
    page = lines(spending(*rows, by="window"), width=200)

    assert "official" in page[2]
    assert page[-1].startswith("window: official where the status line recorded the plan's reset; elsewhere ")
