"""The page of `tally saved`."""

from __future__ import annotations

from tallystick.accounting.netting import nets
from tallystick.accounting.saving import add_up, group
from tallystick.kernel.savings import Saving
from tallystick.model.saved import Saved
from tallystick.reports.saved import lines


def page(*rows: Saving, session: str | None = None, share: int | None = None, refused: int = 0) -> list[str]:
    """The page of these rows."""
    left = list(zip(rows, nets(rows, {}), strict=True))
    found = Saved(
        by="technique",
        groups=group(left, "technique", str),
        totals=add_up(left),
        refused=[(number + 1, "not JSON") for number in range(refused)],
        session=session,
        share=share,
        place="/home/ada/savings.jsonl",
    )
    return lines(found, width=100, shorten=lambda path: path.replace("/home/ada", "~"))


def test_nothing() -> None:
    """Where there is nothing, it is said where that would be."""
    first, *rest = page()
    assert first.startswith("Nothing is noted as saved in ~/savings.jsonl. tally run and tally compress note")
    assert "ANTHROPIC_MODEL" in " ".join(rest)
    assert page(refused=1) == [first, *rest, "1 row refused and not counted: line 1 (not JSON)."]


def test_rows() -> None:
    """Each figure under its own name; what is not known is a dash."""
    found = page(Saving("compress", 34, 100, 0.001), Saving("divert", 5000, 0, 0.5, output="0a"))
    assert found[:5] == [
        "technique  rows  saved  before  pooled  mean  latest  net   worth",
        "divert        1  5,000       —       —     —       —    —   $0.50",
        "compress      1     34     100     34%   34%     34%   34  <$0.01",
        "─────────────────────────────────────────────────────────────────",
        "total         2  5,034     100     34%   34%     34%    —   $0.50",
    ]
    note = " ".join(line.strip() for line in found[found.index("") + 1 :])
    assert "net: less what the session read again of outputs that were kept, and less what a helper billed" in note
    assert note.endswith("— where the index lacks the session, or a row does not say what its helper billed.")


def test_a_negative_net() -> None:
    """Is shown as one, in full and in short; why it differs is said, and nothing of what is unknown."""
    basis = "priced at m input $3/Mtok"
    found = page(Saving("divert", 100, 200, 0.01, basis=basis, worker_usd=3.0))  # a million tokens' worth
    assert "-999,900" in found[1]
    assert "where the index" not in " ".join(found)
    assert "net: less what" in " ".join(found)


def test_a_session() -> None:
    """Its share of all that it would have sent, or that nobody knows it."""
    one = Saving("compress", 34, 100, 0.001)
    assert "20% of all that session s would have sent." in page(one, session="s", share=20)
    unknown = "Nobody has followed what session s sent: of how much this is a share is not known."
    assert unknown in page(one, session="s")
    assert not any("net:" in line for line in page(one))


def test_many_refusals() -> None:
    """Five are named."""
    assert page(refused=7)[-1].endswith("line 5 (not JSON) and 2 more.")
