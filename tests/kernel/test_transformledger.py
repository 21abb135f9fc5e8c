"""The ledger of a task: records, chains, modes, and what happens when it cannot be written."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tallystick.kernel.transformledger import NULL, Ledger, get_ledger

FIELDS = (
    *("event", "schema_version", "event_id", "log_mode", "run", "task", "session", "turn", "tool_call_id"),
    *("surface", "chain_id", "chain_step", "bucket", "layer", "mechanism", "transform", "measure_type"),
    *("input_bytes", "output_bytes", "delta_bytes", "input_chars", "output_chars", "delta_chars", "change_count"),
    *("input_sha256", "output_sha256", "ctx"),
)

Open = Callable[..., Ledger]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the ledger lies."""
    return tmp_path / "r1" / "savings" / "t1.jsonl"


@pytest.fixture
def warnings() -> list[str]:
    """What a ledger said."""
    return []


@pytest.fixture
def open_one(path: Path, warnings: list[str]) -> Open:
    """Opens the ledger."""

    def open_it(mode: str = "counts", place: Path = path) -> Ledger:
        return Ledger(str(place), run="r1", task="t1", mode=mode, warn=warnings.append)

    return open_it


def change(ledger: Ledger, before: str = "a\n\n\nb", after: str = "a\n\nb", **more: Any) -> bool:
    """Record some change."""
    fields: dict[str, Any] = {"bucket": "b", "layer": "l", "mechanism": "m", "surface": "tool_output", **more}
    return ledger.record_transform(before=before, after=after, **fields)


def records(path: Path) -> list[dict[str, Any]]:
    """What the ledger holds; each line is whole."""
    data = path.read_bytes()
    assert data.isascii()
    assert not data or data.endswith(b"\n")
    return [json.loads(row) for row in data.splitlines()]


def test_a_record(open_one: Open, path: Path) -> None:
    """Fields and their order are those of the format; ids are those of one opening."""
    with open_one() as ledger, ledger.scope(session="s", turn=3, tool_call_id="c9"):
        assert change(get_ledger(), change_count=2, ctx={"tool_name": "Bash"})
    (found,) = records(path)

    assert tuple(found) == FIELDS
    assert re.fullmatch(r"tx-[0-9a-f]{10}-000001", found["event_id"])
    assert found["chain_id"] == f"chain{found['event_id'][2:]}"
    assert [found[name] for name in FIELDS[:2]] == ["transformation", 1]
    assert [found[name] for name in FIELDS[3:9]] == ["counts", "r1", "t1", "s", 3, "c9"]
    # "a\n\n\nb" is 5 bytes, "a\n\nb" is 4
    assert [found[name] for name in FIELDS[17:24]] == [5, 4, -1, 5, 4, -1, 2]
    assert found["ctx"] == {"tool_name": "Bash"}


def test_nothing_changed(open_one: Open, path: Path) -> None:
    """Equal texts are no transformation."""
    with open_one() as ledger:
        assert change(ledger, "same", "same") is False

    assert records(path) == []


def test_debug(open_one: Open, path: Path) -> None:
    """The whole texts lie beside the ledger, with the sizes and hashes of the record."""
    with open_one("debug") as ledger:
        assert change(ledger, "é\n\n\nb", "é\n\nb")
    (found,) = records(path)

    assert tuple(found) == (*FIELDS, "changes", "input_full_path", "output_full_path")
    assert found["log_mode"] == "debug"
    # é is bytes 0-2, three line feeds 2-5
    assert [found["changes"][0][f"{side}_byte_range"] for side in ("input", "output")] == [[2, 5], [2, 4]]
    assert found["input_full_path"] == f"t1.transform_debug/{found['event_id']}.before.txt"
    assert (path.parent / found["input_full_path"]).read_bytes() == "é\n\n\nb".encode()
    assert (path.parent / found["output_full_path"]).read_bytes() == "é\n\nb".encode()
    assert (path.parent / found["input_full_path"]).stat().st_mode & 0o777 == 0o600


def test_a_mode_that_changes(open_one: Open, path: Path) -> None:
    """Each record is of the mode that held when it began; a mode that is none is refused and changes nothing."""
    with open_one() as ledger:
        change(ledger)
        ledger.mode = "DEBUG"
        change(ledger)
        with pytest.raises(ValueError, match="neither counts nor debug"):
            ledger.mode = "verbose"
        assert ledger.mode == "debug"
        ledger.mode = ""
        change(ledger)

    modes = [(one["log_mode"], "changes" in one) for one in records(path)]
    assert modes == [("counts", False), ("debug", True), ("counts", False)]


def test_debug_without_its_files(open_one: Open, path: Path, warnings: list[str]) -> None:
    """Where only the whole texts cannot be written, the record says why, and stays."""
    path.parent.mkdir(parents=True)
    (path.parent / "t1.transform_debug").write_text("in the way")
    with open_one("debug") as ledger:
        assert change(ledger)
    (found,) = records(path)

    assert tuple(found) == (*FIELDS, "changes", "debug_write_error")
    assert found["debug_write_error"] == "not a folder of its own"
    assert warnings == []


def test_scope_of_another_ledger(open_one: Open, path: Path, tmp_path: Path) -> None:
    """What happens in one ledger's scope is not another one's."""
    with open_one() as ledger, ledger.scope(session="s"), open_one(place=tmp_path / "other.jsonl") as other:
        assert (ledger.goes_on("tool_output", "x"), other.goes_on("tool_output", "x")) == (True, False)
        change(other)

    assert records(tmp_path / "other.jsonl")[0]["session"] == ""


def test_half_a_character(open_one: Open, path: Path, warnings: list[str]) -> None:
    """Text that has no bytes in UTF-8 is not recorded; that is said once, and the ledger goes on."""
    with open_one() as ledger:
        assert change(ledger, "\ud800", "x") is False
        assert change(ledger, "x", "\ud800") is False
        assert change(ledger)

    assert len(records(path)) == 1
    assert warnings == [
        "A change was not recorded: its text holds half a character, which has no bytes in UTF-8",
    ]


def test_what_is_no_text(open_one: Open, path: Path, warnings: list[str]) -> None:
    """A host's mistake costs its record and is named."""
    with open_one() as ledger:
        assert change(ledger, before=b"bytes") is False  # type: ignore[arg-type]
        assert change(ledger, bucket=None) is False
        assert change(ledger, turn="three") is False
        assert change(ledger, change_count=float("inf")) is False
        assert ledger.record_legacy("b", "l", "m", 1, 2, "guess") is False
        assert change(ledger)

    assert len(records(path)) == 1
    assert [re.sub(r": .*", "", one) for one in warnings] == ["A change was not recorded", "A saving was not recorded"]


def test_legacy(open_one: Open, path: Path) -> None:
    """A cost in characters is a record of the other kind; the scope says whose."""
    with open_one() as ledger:
        assert ledger.record_legacy("system_prompt", "config", "system_header", 0, 400)
        with ledger.scope(session="s", turn=2):
            assert ledger.record_legacy("gate_block", "harness", "x", 10, 0, "estimate", {"why": "y"})
    found = records(path)

    assert [(one["event"], one["session"], one["turn"]) for one in found] == [
        ("savings", "", None),
        ("savings", "s", 2),
    ]
    assert [one["delta_tokens_est"] for one in found] == [100, -3]  # 400 // 4, -10 // 4


def test_no_place(open_one: Open, tmp_path: Path, warnings: list[str]) -> None:
    """A ledger that cannot be opened says so once and records nothing."""
    (tmp_path / "file").touch()
    with open_one(place=tmp_path / "file" / "t1.jsonl") as ledger:
        assert not ledger.is_recording
        assert change(ledger) is False
        assert ledger.record_legacy("b", "l", "m", 1, 2) is False
        with ledger.scope(session="s"):
            assert change(get_ledger()) is False

    assert [one.partition(": ")[0] for one in warnings] == ["Savings ledger unavailable; accounting disabled"]


def test_a_path_that_is_none(warnings: list[str]) -> None:
    """A path with NUL in it is a ledger that cannot be opened."""
    assert not Ledger("/tmp/\0", run="r", task="t", mode="", warn=warnings.append).is_recording
    assert len(warnings) == 1


def fail(data: bytes) -> None:
    """A disk that is full."""
    raise OSError(28, "No space left on device")


class Full:
    """A file that takes nothing."""

    append = staticmethod(fail)

    def close(self) -> None:
        """Nothing to do."""


def test_a_full_disk(open_one: Open, path: Path, warnings: list[str]) -> None:
    """A record that cannot be written turns the ledger off, says so once, and leaves no files behind."""
    with open_one("debug") as ledger:
        change(ledger)
        ledger._file = Full()  # type: ignore[assignment]
        assert change(ledger) is False
        assert change(ledger) is False
        assert ledger.record_legacy("b", "l", "m", 1, 2) is False
        assert get_ledger() is ledger

    assert len(records(path)) == 1
    assert len(list((path.parent / "t1.transform_debug").iterdir())) == 2
    assert warnings == [f"Savings ledger write failed; accounting disabled: No space left on device: {path}"]


def test_a_warning_that_raises(path: Path) -> None:
    """Where warnings are errors, the host goes on all the same."""

    def refuse(message: str) -> None:
        raise RuntimeWarning(message)

    with Ledger(str(path), run="r", task="t", mode="counts", warn=refuse) as ledger:
        assert change(ledger, "\ud800") is False


def test_turned_off_meanwhile(open_one: Open, path: Path) -> None:
    """A ledger that is closed while a change is measured does not write it."""
    with open_one() as ledger:

        class Closes:
            def __str__(self) -> str:
                ledger.close()
                return "closed"

        assert change(ledger, ctx={"x": Closes()}) is False
        ledger.close()
        assert not ledger._write(b"x\n")
    with open_one() as ledger, ledger.scope(session="s"):
        ledger.start_anew()  # as in a forked process, where nothing of coverage runs
        change(ledger)

    assert len(records(path)) == 1


class TestCurrent:
    """Which ledger `get_ledger` gives."""

    def test_none(self) -> None:
        """Where none is open: one that does nothing."""
        assert get_ledger() is NULL
        assert change(NULL) is False

    def test_within(self, open_one: Open, tmp_path: Path) -> None:
        """The innermost; the one around it afterwards."""
        with open_one() as outer:
            with open_one(place=tmp_path / "inner.jsonl") as inner:
                assert get_ledger() is inner
            assert get_ledger() is outer
        assert get_ledger() is NULL

    def test_without_with(self, open_one: Open) -> None:
        """A ledger that was opened plainly is the one until it is closed."""
        ledger = open_one()
        assert get_ledger() is ledger
        ledger.close()
        assert get_ledger() is NULL
        ledger.__exit__(None, None, None)
