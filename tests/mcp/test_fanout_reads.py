"""`fanout_reads`: what children have acquired, in pages."""

from __future__ import annotations

from pathlib import Path

from tallystick.mcp.answer import CHARACTERS, size
from tests.casebook.thread import sid
from tests.mcp.desk import Asked

SCRIPT = """
session 1 cwd=/srv/kiln
spawn a
spawn b
child a of 1 at=10
read spec.md chars=4000
run "git  status" chars=40
run "make all" x fails=no
child b of 1 at=20
read spec.md chars=4000
read other.md chars=800
read other.md chars=800
"""


def test_every_payload_with_its_holders(tmp_path: Path) -> None:
    """The largest first; who holds it and where; what failed was not acquired; twice in one child is once."""
    asked = Asked(tmp_path, SCRIPT)

    answer = asked.ask("fanout_reads")

    rows = [(row["kind"], row["what"], row["tokens"], row["copies"], row["receipts"]) for row in answer["acquired"]]
    assert [
        ("read", f"{asked.work}/spec.md", 1000, 2, ["a:e3", "b:e3"]),
        ("read", f"{asked.work}/other.md", 200, 1, ["b:e5"]),
        ("command", "git status", 10, 1, ["a:e5"]),
    ] == rows
    assert (sid(1), 3, None) == (answer["session"], answer["total"], answer["next"])


def test_pages(tmp_path: Path) -> None:
    """A page ends at its limit, and the next one begins behind it."""
    asked = Asked(tmp_path, SCRIPT)

    first = asked.ask("fanout_reads", limit=2)
    second = asked.ask("fanout_reads", limit=2, cursor=first["next"])

    assert [1000, 200, 10] == [row["tokens"] for row in (*first["acquired"], *second["acquired"])]
    assert second["next"] is None


def test_a_page_is_what_a_client_shows(tmp_path: Path) -> None:
    """Many long paths: a page stays below the size that clients cut, and no row is lost between pages."""
    deep = "/".join(["deep"] * 120)
    reads = "\n".join(f"read {deep}/{number}.md chars={400 + number}" for number in range(150))
    asked = Asked(tmp_path, f"session 1 cwd=/srv/kiln\nspawn a\nchild a of 1 at=10\n{reads}\n")

    seen: list[str] = []
    cursor = None
    while not seen or cursor:
        page = asked.ask("fanout_reads", limit=200, **({"cursor": cursor} if cursor else {}))
        assert size(page) <= CHARACTERS
        seen += [row["what"] for row in page["acquired"]]
        cursor = page["next"]

    assert (150, 150) == (len(seen), len(set(seen)))


def test_nothing_yet(tmp_path: Path) -> None:
    """No children; and no index."""
    assert 0 == Asked(tmp_path / "a", "session 1\nask\nsay\n").ask("fanout_reads")["total"]
    asked = Asked(tmp_path / "b", "")
    assert asked.ask("fanout_reads")["note"].startswith("the first index is being built")
    asked.desk.building.wait()
