"""Jobs become intakes, here or in another process."""

from __future__ import annotations

import marshal
from pathlib import Path
from typing import Any

from tallystick.accounting.digests import key
from tallystick.host import words
from tallystick.host.transcripts import Found
from tallystick.model.syncing import SyncRun
from tallystick.model.transcript_file import NEW
from tallystick.tasks.intakes import Intakes, Read
from tallystick.tasks.planning import new_job
from tests.casebook.thread import compact, sid
from tests.crash import corpus


def read(path: Path, relative: str) -> Read:
    """The intake of a file that was not read before."""
    status = path.stat()
    found = Found(str(path), relative, status.st_size, status.st_mtime_ns, status.st_dev, status.st_ino)
    return Intakes(words.load(), typed=True, command_texts=False).read(new_job(1, 0, found))


def test_an_intake_can_be_sent(tmp_path: Path) -> None:
    """As plain values, through marshal, and it is what it was."""
    path = corpus.put(tmp_path, "x/s.jsonl", corpus.talk(1, 2).data() + b"?\n")
    one = read(path, "x/s.jsonl")

    packed: Any = one.pack()
    other = Read.unpack(marshal.loads(marshal.dumps(packed)))

    assert one.pack() == other.pack()
    assert (NEW, path.stat().st_size) == (other.relation, other.bytes)


def test_an_intake_counts_itself(tmp_path: Path) -> None:
    """In the report of its sync."""
    report = SyncRun({}, None, command_texts=False).report

    read(corpus.put(tmp_path, "x/s.jsonl", corpus.talk(1, 2).data() + b"?\n"), "x/s.jsonl").count(report)

    assert (1, 2, 1, 0) == (report.changed, report.responses, report.rejections, report.unreadable)


def test_a_companion_names_the_call(tmp_path: Path) -> None:
    """The small file beside a child's transcript; a main transcript has none."""
    place = f"x/{sid(1)}/subagents/agent-ac0.jsonl"
    path = corpus.put(tmp_path, place, corpus.talk(1, 1, agent="ac0").data())
    path.with_name("agent-ac0.meta.json").write_bytes(compact({"toolUseId": "toolu_9"}))

    assert key("toolu_9") == read(path, place).state.spawn_call
    assert 0 == read(path, "x/s.jsonl").state.spawn_call
