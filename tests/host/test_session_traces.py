"""Traces of a session: each kind goes, those of other sessions stay as they are, byte for byte."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tallystick.host import outputs, session_traces
from tallystick.kernel import savingsledger, sessionlinks
from tallystick.kernel.transformplaces import ledger_path

OURS, THEIRS = "5e550000-0001", "5e550000-0002"


def row(session: str, output: str = "", **more: object) -> dict[str, object]:
    """A row of savings."""
    return {"session_id": session, "tokens_saved": 1, "output": output, **more}


def put(path: Path, text: str = "x") -> Path:
    """A file with its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_nothing_is_there(tmp_path: Path) -> None:
    """A root without any of it."""
    assert session_traces.remove(str(tmp_path), {OURS}) == (0, 0)


def test_files_of_a_name(tmp_path: Path) -> None:
    """State and table of the status line, notes of it and of hooks, a ledger of transformations; a name that only starts alike stays."""
    root = tmp_path
    gone = [
        *(put(root / "statusline" / f"{OURS}{end}") for end in (".json", ".1-256.seen", ".hooks", ".calls")),
        put(root / "statusline" / "pid-1.client", f"77 {OURS}"),
        *(put(root / "usage" / folder / OURS) for folder in ("session-model", "session-transcript")),
        put(Path(ledger_path(str(root), OURS, "compress"))),
    ]
    kept = [
        *(put(root / "statusline" / name) for name in ("run", "config", f"{OURS}0.json", f"{THEIRS}.json")),
        put(root / "statusline" / "pid-2.client", f"77 {THEIRS}"),
        put(root / "usage" / "session-model" / THEIRS),
        put(Path(ledger_path(str(root), THEIRS, "compress"))),
    ]

    session_traces.remove(str(root), {OURS})

    assert [path for path in gone if path.exists()] == []
    assert [path for path in kept if not path.exists()] == []


@pytest.mark.parametrize("session", ["../outside", "a/b", "", "."])
def test_a_name_that_is_a_path(tmp_path: Path, session: str) -> None:
    """It leads nowhere."""
    kept = [put(tmp_path / "root" / "statusline" / "config"), put(tmp_path / "outside"), put(tmp_path / "root/usage/x")]

    session_traces.remove(str(tmp_path / "root"), {session})

    assert all(path.exists() for path in kept)


def test_rows_of_savings(tmp_path: Path) -> None:
    """Ours become spaces where they stood; torn and foreign lines stay; rows that wait aside go as files."""
    root = str(tmp_path)
    for one in (row(OURS, note="å"), row(THEIRS), row(OURS)):
        assert savingsledger.add(root.encode(), one)
    ledger = tmp_path / "usage" / "savings.jsonl"
    with ledger.open("ab") as file:
        file.write(b'{"session_id": "5e550000-0001", to\n\n[1]\n{"session_id": 7}')
    before = ledger.read_bytes()
    aside = tmp_path / "usage" / "savings.aside"
    waits = [put(aside / f"{n:016x}", json.dumps(row(session)) + "\n") for n, session in enumerate((OURS, THEIRS))]

    assert session_traces.remove(root, {OURS}) == (3, 0)

    lines = before.split(b"\n")
    after = [b" " * len(line) if place in {0, 2} else line for place, line in enumerate(lines)]
    assert ledger.read_bytes() == b"\n".join(after)
    assert [path.exists() for path in waits] == [False, True]
    assert session_traces.remove(root, {OURS}) == (0, 0)


def test_outputs(tmp_path: Path) -> None:
    """A whole output goes with the last session that names it; no row leads out of the folder."""
    root = str(tmp_path)
    shared, own = (outputs.keep(root, text) for text in (b"both", b"one"))
    assert shared is not None
    assert own is not None
    secret = put(tmp_path / "secret")
    for one in (row(OURS, shared), row(OURS, own), row(THEIRS, shared), row(OURS, "../secret"), row(OURS, "0" * 12)):
        savingsledger.add(root.encode(), one)

    assert session_traces.remove(root, {OURS}) == (4, 1)
    assert [name for name, *_ in outputs.listing(root)] == [shared]
    assert session_traces.remove(root, {THEIRS}) == (1, 1)
    assert secret.exists()


def test_links(tmp_path: Path) -> None:
    """A session leaves the lists that name it; a list that names nobody else goes."""
    root = str(tmp_path).encode()
    for name, session in (("launch", OURS), ("launch", THEIRS), ("alone", OURS), (OURS, OURS)):
        assert sessionlinks.link(root, name, session)

    session_traces.remove(str(tmp_path), {OURS})

    folder = tmp_path / "usage" / "session-links"
    assert {path.name: path.read_text() for path in folder.iterdir()} == {"launch": f"{THEIRS}\n"}


def test_what_cannot_be_removed_is_said(tmp_path: Path) -> None:
    """A folder where a file should be."""
    (tmp_path / "usage" / "savings.jsonl").mkdir(parents=True)

    with pytest.raises(IsADirectoryError):
        session_traces.remove(str(tmp_path), {OURS})


def test_rows_of_mechanisms(tmp_path: Path) -> None:
    """They go from their own ledger, and are counted with the rows of savings."""
    lines = [json.dumps({"session_id": name, "turn": 1, "bash": 9}) for name in (OURS, THEIRS)]
    ledger = put(tmp_path / "mechanisms" / "turns.jsonl", "\n".join(lines) + "\n")

    assert session_traces.remove(str(tmp_path), {OURS}) == (1, 0)

    assert ledger.read_text("utf-8") == f"{' ' * len(lines[0])}\n{lines[1]}\n"
