"""Adding to the ledger of savings: whole lines, each once, whatever else happens to the file."""

from __future__ import annotations

import fcntl
import json
import os
from pathlib import Path
from typing import Any

import pytest

from tallystick.kernel import savingsledger
from tallystick.kernel.savingsledger import add, add_once


def row(number: int = 1, **more: Any) -> dict[str, Any]:
    """A row of the ledger."""
    found = {"ts": "2026-03-02T09:00:00Z", "session_id": "s", "technique": "compress", "tokens_saved": number}
    return {**found, "tokens_before": 100, "cost_saved_usd": 0.01, "basis": "b", "model_source": "env", **more}


def ledger(root: Path) -> Path:
    """Where the ledger lies."""
    return root / "usage" / "savings.jsonl"


def numbers(root: Path) -> list[int]:
    """What its whole lines say, in order."""
    found = []
    for line in ledger(root).read_bytes().split(b"\n"):
        try:
            found.append(json.loads(line)["tokens_saved"])
        except ValueError:
            continue
    return found


def aside(root: Path) -> list[str]:
    """The rows that lie beside it."""
    place = root / "usage" / "savings.aside"
    return sorted(os.listdir(place)) if place.exists() else []


def test_rows_are_added(tmp_path: Path) -> None:
    """Compact, one a line, for this user alone, with a name of its own and all that was given."""
    assert all(add(os.fsencode(tmp_path), row(number, output="é")) for number in (1, 2))
    lines = ledger(tmp_path).read_bytes().splitlines()
    assert [json.loads(line) for line in lines] == [
        {**row(number, output="é"), "row": json.loads(line)["row"]} for number, line in zip((1, 2), lines, strict=True)
    ]
    assert lines[0].startswith(b'{"ts":"2026-03-02T09:00:00Z","session_id":"s","technique":"compress"')
    assert len({json.loads(line)["row"] for line in lines}) == 2
    assert ledger(tmp_path).stat().st_mode & 0o777 == 0o600
    assert ledger(tmp_path).parent.stat().st_mode & 0o777 == 0o700
    assert aside(tmp_path) == []


def test_a_row_of_three_megabytes(tmp_path: Path) -> None:
    """Is a line like any other."""
    assert add(os.fsencode(tmp_path), row(1, basis="b" * 3_000_000))
    assert add(os.fsencode(tmp_path), row(2))
    assert numbers(tmp_path) == [1, 2]


def test_a_torn_line_before(tmp_path: Path) -> None:
    """It costs itself: it is ended, never cut, for a writer that knows no lock may have written it."""
    add(os.fsencode(tmp_path), row(1))
    with ledger(tmp_path).open("ab") as file:
        file.write(b'{"ts": "torn')
    assert add(os.fsencode(tmp_path), row(2))
    assert numbers(tmp_path) == [1, 2]
    assert b'torn\n{"ts"' in ledger(tmp_path).read_bytes()


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_what_is_no_row(value: float, tmp_path: Path) -> None:
    """A value that JSON has no word for is not written."""
    assert not add(os.fsencode(tmp_path), row(1, cost_saved_usd=value))
    assert not ledger(tmp_path).exists()


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    """A link, a folder, a file where a folder should be: nothing is kept, nothing is raised, nothing is followed."""
    (tmp_path / "a" / "usage").mkdir(parents=True)
    (tmp_path / "target").touch()
    ledger(tmp_path / "a").symlink_to(tmp_path / "target")
    ledger(tmp_path / "b").mkdir(parents=True)
    (tmp_path / "c").touch()
    (tmp_path / "d" / "usage").mkdir(parents=True)
    os.mkfifo(ledger(tmp_path / "d"))
    (tmp_path / "e").mkdir()
    ledger(tmp_path / "e").parent.touch()
    for name in "abcde":
        assert not add(os.fsencode(tmp_path / name), row())
    assert not add(b"a\0b", row())
    assert (tmp_path / "target").read_bytes() == b""


def hold(root: Path) -> int:
    """Hold the ledger as a writer does that has been stopped."""
    handle = os.open(ledger(root), os.O_RDWR)
    fcntl.flock(handle, fcntl.LOCK_EX)
    return handle


def test_a_ledger_that_somebody_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The row is put aside, and the next one who has the ledger takes it in, once."""
    monkeypatch.setattr(savingsledger, "_PATIENCE", 0.01)
    add(os.fsencode(tmp_path), row(1))
    handle = hold(tmp_path)
    assert add(os.fsencode(tmp_path), row(2))
    assert add(os.fsencode(tmp_path), row(3))
    assert (numbers(tmp_path), len(aside(tmp_path))) == ([1], 2)
    assert (tmp_path / "usage" / "savings.aside").stat().st_mode & 0o777 == 0o700
    os.close(handle)
    assert add(os.fsencode(tmp_path), row(4))
    assert (sorted(numbers(tmp_path)), aside(tmp_path)) == ([1, 2, 3, 4], [])
    assert numbers(tmp_path)[-1] == 4


def test_a_taker_that_was_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row that it had written but not taken away is not written again."""
    monkeypatch.setattr(savingsledger, "_PATIENCE", 0.01)
    add(os.fsencode(tmp_path), row(1))
    handle = hold(tmp_path)
    add(os.fsencode(tmp_path), row(2))
    os.close(handle)
    with monkeypatch.context() as patch:
        patch.setattr(savingsledger, "remove", lambda path: None)
        add(os.fsencode(tmp_path), row(3))
    assert (numbers(tmp_path), len(aside(tmp_path))) == ([1, 2, 3], 1)
    add(os.fsencode(tmp_path), row(4))
    assert (numbers(tmp_path), aside(tmp_path)) == ([1, 2, 3, 4], [])


def test_what_lies_aside_and_is_no_row(tmp_path: Path) -> None:
    """Files that are being written, that hold nothing whole, or that are none stay where they are."""
    place = tmp_path / "usage" / "savings.aside"
    (place / "folder").mkdir(parents=True)
    (place / "half").write_bytes(b'{"ts": "torn')
    (place / "0.12.new").write_bytes(b"{}\n")
    assert add(os.fsencode(tmp_path), row(1))
    assert numbers(tmp_path) == [1]
    assert aside(tmp_path) == ["0.12.new", "folder", "half"]


def test_a_file_system_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits there for what never comes."""

    def unknown(handle: int, kind: int) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(savingsledger, "lock", unknown)
    assert add(os.fsencode(tmp_path), row(1))
    assert numbers(tmp_path) == [1]


@pytest.mark.parametrize("others", [b"", b'{"ts": "of a writer that knows no lock"}\n'])
def test_a_disk_that_fills_up(others: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The part that it took is cut off, unless somebody has written behind it: then it costs the row alone."""
    add(os.fsencode(tmp_path), row(1))
    before, real = ledger(tmp_path).read_bytes(), os.write

    def short(handle: int, data: bytes) -> int:
        done = real(handle, data[: len(data) // 2])
        if others:
            with ledger(tmp_path).open("ab") as file:
                file.write(b"\n" + others)
        return done

    with monkeypatch.context() as patch:
        patch.setattr(savingsledger, "write", short)
        assert not add(os.fsencode(tmp_path), row(2))
    found = ledger(tmp_path).read_bytes()
    assert found == before if not others else found.startswith(before) and found.endswith(others)

    def full(handle: int, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(savingsledger, "write", full)
        assert not add(os.fsencode(tmp_path), row(2))
    assert add(os.fsencode(tmp_path), row(3))
    assert ledger(tmp_path).read_bytes().startswith(found)


def test_a_row_with_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is added once, wherever the first one is: in the ledger, or aside while somebody holds that."""
    monkeypatch.setattr(savingsledger, "_PATIENCE", 0.01)
    root, first, second = os.fsencode(tmp_path), "0" * 16, "1" * 16
    assert [add_once(root, row(1, row="x"), first), add_once(root, row(9), first)] == ["added", "present"]
    assert list(json.loads(ledger(tmp_path).read_bytes()))[-1] == "row"
    handle = hold(tmp_path)
    assert [add_once(root, row(2), second), add_once(root, row(9), first)] == ["added", "added"]
    os.close(handle)
    assert (add_once(root, row(8), second), numbers(tmp_path), aside(tmp_path)) == ("present", [1, 2], [])
    assert (add_once(root, row(8), second), numbers(tmp_path)) == ("present", [1, 2])


def test_a_name_inside_a_text(tmp_path: Path) -> None:
    """Is no row's name: neither in a basis nor in a line that was torn."""
    root, name = os.fsencode(tmp_path), "0" * 16
    add(root, row(1, basis=f'"row":"{name}"}}\n'))
    with ledger(tmp_path).open("ab") as file:
        file.write(b'{"ts":"torn","row":"%s"' % name.encode())
    assert (add_once(root, row(2), name), numbers(tmp_path)) == ("added", [1, 2])


def test_a_name_in_a_long_ledger(tmp_path: Path) -> None:
    """It is found wherever it stands, also across two pieces of what is read at once, and not where it does not."""
    root, piece = os.fsencode(tmp_path), 1 << 20
    for number in range(-40, 41, 8):
        path = tmp_path / str(number)
        assert add_once(os.fsencode(path), row(1), "0" * 16) == "added"
        size = ledger(path).stat().st_size
        ledger(path).write_bytes(b" " * (piece + number - size - 1) + b"\n" + ledger(path).read_bytes() + b"{}\n" * 99)
        assert add_once(os.fsencode(path), row(2), "0" * 16) == "present"
        assert add_once(os.fsencode(path), row(2), "0" * 15 + "1") == "added"
    assert root


def test_a_row_with_a_name_and_no_ledger(tmp_path: Path) -> None:
    """It is not kept, and says so."""
    ledger(tmp_path).mkdir(parents=True)
    assert add_once(os.fsencode(tmp_path), row(1), "0" * 16) == "failed"
    assert add_once(os.fsencode(tmp_path), row(1, cost_saved_usd=float("nan")), "0" * 16) == "failed"
