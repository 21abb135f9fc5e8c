"""What is noted as saved. claude-opus-4-5 costs 5 USD per million tokens of input: 0.000005 a token."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tallystick.host.environment import Surroundings
from tallystick.tasks.booking import book

NOON = 1_772_452_800_000  # 2026-03-02T12:00:00Z
SESSION = {"CLAUDE_CODE_SESSION_ID": "s1"}
MODEL = {"ANTHROPIC_MODEL": "claude-opus-4-5"}


def noted(root: Path, raw: str, short: str, **environ: str) -> tuple[list[dict[str, Any]], list[str]]:
    """The rows of the ledger after one call, and what was warned of."""
    warned: list[str] = []
    place = Surroundings(str(root), None, {"HOME": str(root), **environ}, NOON)
    kept = book(
        place, raw, short, how="native_fallback", warn=warned.append, marks={"output": "0f3a9c2b71de", "transform": ""}
    )
    path = root / "usage" / "savings.jsonl"
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []
    assert kept == bool(rows)
    return rows, warned


def test_a_row_says_what_was_spared(tmp_path: Path) -> None:
    """4,003 bytes are 1,000 tokens, floored; 401 are 101, ceiled; 899 at 5 USD a million are 0.004495."""
    (row,), warned = noted(tmp_path, "x" * 4003, "x" * 401, **SESSION, **MODEL)

    assert len(row.pop("row")) == 16  # the writer's own mark
    assert row == {
        "ts": "2026-03-02T12:00:00Z",
        "session_id": "s1",
        "technique": "compress",
        "tokens_saved": 899,
        "tokens_before": 1000,
        "cost_saved_usd": pytest.approx(0.004495),
        "basis": "output 1000 tok - compressed 101 tok, at 4 B/token, via native_fallback, "
        "priced at claude-opus-4-5 (env) input $5/Mtok",
        "model_source": "env",
        "output": "0f3a9c2b71de",
    }
    assert [] == warned


def test_no_more_than_the_client_would_have_shown(tmp_path: Path) -> None:
    """Of two million characters two thousand in a frame of 114: 528 tokens before, 100 after."""
    (row,), _ = noted(tmp_path, "x" * 2_000_000, "x" * 400, **SESSION, **MODEL)

    assert (528, 428) == (row["tokens_before"], row["tokens_saved"])


def test_what_is_more_than_a_preview_is_no_saving(tmp_path: Path) -> None:
    """Ten thousand characters, where the client would have shown two of a hundred thousand."""
    assert ([], []) == noted(tmp_path, "x" * 100_000, "x" * 10_000, **SESSION, **MODEL)


def test_what_the_client_would_have_cut_itself_is_no_saving(tmp_path: Path) -> None:
    """A million characters less, and the same start shown."""
    assert ([], []) == noted(tmp_path, "x" * 2_000_000, "x" * 1_000_000, **SESSION, **MODEL)


def test_the_status_line_s_record_is_next(tmp_path: Path) -> None:
    """Where no model is pinned."""
    record = tmp_path / "usage" / "session-model" / "s1"
    record.parent.mkdir(parents=True)
    record.write_text("claude-haiku-4-5\n", "utf-8")

    (row,), warned = noted(tmp_path, "x" * 4000, "x", **SESSION)

    assert ("statusline", []) == (row["model_source"], warned)
    assert row["cost_saved_usd"] == pytest.approx(999 * 1e-6)  # 1 USD a million


def test_the_client_s_settings_are_last(tmp_path: Path) -> None:
    """With a warning."""
    config = tmp_path / ".claude"
    config.mkdir()
    (config / "settings.json").write_text('{"model": "claude-opus-4-5"}', "utf-8")

    (row,), warned = noted(tmp_path, "x" * 4000, "x", **SESSION)

    assert ("config-fallback", 1) == (row["model_source"], len(warned))


@pytest.mark.parametrize(
    ("environ", "warning"),
    [
        (MODEL, ""),
        ({**MODEL, "CLAUDE_CODE_SESSION_ID": " "}, ""),
        ({**MODEL, "CLAUDE_CODE_SESSION_ID": "../x"}, ""),
        (SESSION, "no saving is noted: the session's model is not known (the status line would record it)"),
        ({**SESSION, "ANTHROPIC_MODEL": "somebodys-model"}, "no saving is noted: no price for somebodys-model"),
    ],
)
def test_what_cannot_be_shown_is_not_noted(tmp_path: Path, environ: dict[str, str], warning: str) -> None:
    """No session, no model, no price."""
    assert ([], [warning] if warning else []) == noted(tmp_path, "x" * 4000, "x", **environ)


def test_a_bad_price_list_is_a_warning(tmp_path: Path) -> None:
    """And no failure."""
    rows, (warning,) = noted(
        tmp_path, "x" * 4000, "x", **SESSION, **MODEL, TALLY_PRICE_FILE=str(tmp_path / "none.json")
    )

    assert [] == rows
    assert warning.startswith("no saving is noted: ")


def test_less_than_a_millionth_of_a_dollar_is_not_noted(tmp_path: Path) -> None:
    """One token of haiku is exactly that; of a dearer model a little more."""
    haiku = {**SESSION, "ANTHROPIC_MODEL": "claude-haiku-4-5"}

    assert 1 == len(noted(tmp_path, "x" * 8, "x" * 4, **haiku)[0])
    assert ([], []) == noted(tmp_path / "two", "x" * 4, "x" * 4, **haiku)


def test_what_the_client_shows_of_a_failure(tmp_path: Path) -> None:
    """10,000 characters and a line of 40: 2,510 tokens before, 100 after; the preview of a success has 528."""
    place = Surroundings(str(tmp_path), None, {"HOME": str(tmp_path), **SESSION, **MODEL}, NOON)
    assert book(place, "x" * 2_000_000, "x" * 400, how="native_fallback", warn=pytest.fail, failed=True)

    (row,) = map(json.loads, (tmp_path / "usage" / "savings.jsonl").read_text("utf-8").splitlines())
    assert (2510, 2410) == (row["tokens_before"], row["tokens_saved"])
