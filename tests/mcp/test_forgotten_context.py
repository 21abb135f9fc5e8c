"""`forgotten_context`: what was decided before a compaction and is in no summary."""

from __future__ import annotations

from pathlib import Path

from tallystick.mcp.answer import CHARACTERS, size
from tests.casebook.thread import sid
from tests.mcp.desk import Asked

SCRIPT = """
session 1 cwd=/srv/kiln
say "I decided to fire at 1240 degrees, not higher."
read kiln.py
say "We use oak instead of ash for the first firing."
compact
say "I chose the red glaze because it is what we have."
compact
say "I decided to stop here, which nothing has dropped."
"""


def test_what_was_dropped(tmp_path: Path) -> None:
    """Three sentences in two rounds, each with its class, its place and what came right after it."""
    answer = Asked(tmp_path, SCRIPT).ask("forgotten_context")

    rows = [(row["class"], row["round"], row["sequence"], row["followed_by"]) for row in answer["forgotten"]]
    assert [("decision", 1, 1), ("rejected", 1, 4), ("decision", 2, 7)] == [row[:3] for row in rows]
    assert rows[0][3][0].startswith("Read /")
    assert (sid(1), 2, 3, 0) == tuple(
        answer[key] for key in ("session_id", "rounds", "dropped_total", "survived_in_summary")
    )
    assert ("regex_v1", True) == (answer["receipt"]["method"], answer["receipt"]["no_model"])


def test_one_round_and_some_classes(tmp_path: Path) -> None:
    """A question may be about less."""
    asked = Asked(tmp_path, SCRIPT)

    assert 1 == asked.ask("forgotten_context", round=2)["dropped_total"]
    assert ["rejected"] == [
        row["class"] for row in asked.ask("forgotten_context", classes=["rejected", "reason"])["forgotten"]
    ]
    assert "classes must be a list" in asked.refused("forgotten_context", classes=["guess"])


def test_the_latest_stay(tmp_path: Path) -> None:
    """Where there are more than were asked for, the last ones are told, and that there are more."""
    answer = Asked(tmp_path, SCRIPT).ask("forgotten_context", limit=1)

    assert ([7], "the latest 1 of 3") == ([row["sequence"] for row in answer["forgotten"]], answer["receipt"]["note"])


def test_it_stays_within_what_a_client_shows(tmp_path: Path) -> None:
    """Two hundred long sentences do not all fit."""
    said = "\n".join(f'say "I decided {number} {"long " * 70}ago."' for number in range(200))

    answer = Asked(tmp_path, f"session 1\n{said}\ncompact\n").ask("forgotten_context", limit=200)

    assert size(answer) <= CHARACTERS
    assert 200 == answer["dropped_total"] > len(answer["forgotten"]) > 90


def test_never_compacted(tmp_path: Path) -> None:
    """No rounds, and the text says so; nor does it find anything where nothing was decided."""
    asked = Asked(tmp_path, "session 1\nsay\nsession 2\nsay\ncompact\n")

    assert (0, []) == tuple(asked.ask("forgotten_context")[key] for key in ("rounds", "forgotten"))
    assert "never compacted" in asked.call("forgotten_context").content[0].text
    assert "no sentence" in asked.call("forgotten_context", session_id=sid(2)).content[0].text


def test_a_transcript_that_is_gone(tmp_path: Path) -> None:
    """It is refused: no partial answer."""
    asked = Asked(tmp_path, SCRIPT)
    next((asked.config / "projects").rglob("*.jsonl")).unlink()

    assert "is gone" in asked.refused("forgotten_context")


def test_while_the_first_index_is_built(tmp_path: Path) -> None:
    """How far it is."""
    asked = Asked(tmp_path, "")

    assert "being built" in asked.ask("forgotten_context")["receipt"]["note"]
    asked.desk.building.wait()
