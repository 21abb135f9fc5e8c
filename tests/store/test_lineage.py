"""Child transcripts and the calls that spawned them. The casebook's links: tests/agents/claude_code/test_cases.py."""

from __future__ import annotations

from pathlib import Path

from tallystick.accounting.digests import key
from tallystick.store import lineage, queries
from tallystick.store.index import open_index
from tests.casebook.thread import Thread, call, compact, sid, usage
from tests.crash.corpus import put
from tests.indexes import synced


def linked(base: Path) -> dict[str, tuple[str, int, int]]:
    """Child -> parent transcript, key of the call, basis."""
    synced(base / "root", base)
    opened = open_index(str(base / "root"))
    assert opened is not None
    with opened as index:
        names = {row.file: row.id for row in queries.transcripts(index).values()}
        return {names[file]: (names[link.parent], link.call, link.basis) for file, link in lineage.links(index).items()}


def child(base: Path, agent: str, brief: str, *, seconds: float = 5, number: int = 1) -> None:
    """A child that was told something."""
    thread = Thread(number, agent=agent, seconds=seconds)
    thread.ask(brief, parentUuid=None)
    put(base, f"x/{sid(number)}/subagents/agent-{agent}.jsonl", thread.data())


def parent(base: Path, *briefs: str, answers: dict[int, str] | None = None, number: int = 1) -> None:
    """A session that spawns children with these briefs, calls toolu_0, toolu_1 and so on."""
    thread = Thread(number)
    for place, brief in enumerate(briefs):
        thread.say(f"m{place}", call(f"toolu_{place}", "Task", prompt=brief), usage(1, 2, 3))
        if answers and place in answers:
            thread.give(f"toolu_{place}", "done", toolUseResult={"agentId": answers[place]})
    put(base, f"x/{sid(number)}.jsonl", thread.data())


def test_a_child_is_linked_by_the_surest_road(tmp_path: Path) -> None:
    """The file beside it, then a result that names it, then its brief."""
    parent(tmp_path, "Count.", "Weigh.", "Count.", answers={1: "abyresult"})
    child(tmp_path, "abyside", "Count.")
    put(tmp_path, f"x/{sid(1)}/subagents/agent-abyside.meta.json", compact({"toolUseId": "toolu_2"}))
    child(tmp_path, "abyresult", "Something else.")
    child(tmp_path, "abybrief", "Count.")
    child(tmp_path, "anobody", "Nobody said so.")

    assert {
        "abyside": (sid(1), key("toolu_2"), lineage.BY_SIDECAR),
        "abyresult": (sid(1), key("toolu_1"), lineage.BY_RESULT),
        "abybrief": (sid(1), key("toolu_0"), lineage.BY_PROMPT),
    } == linked(tmp_path)


def test_children_with_one_brief_share_the_calls(tmp_path: Path) -> None:
    """In the order of their first lines, each call to one child; one too many stays unlinked."""
    parent(tmp_path, "Count.", "Count.")
    child(tmp_path, "alate", "Count.", seconds=20)
    child(tmp_path, "aearly", "Count.", seconds=10)
    child(tmp_path, "alast", "Count.", seconds=30)

    assert {
        "aearly": (sid(1), key("toolu_0"), lineage.BY_PROMPT),
        "alate": (sid(1), key("toolu_1"), lineage.BY_PROMPT),
    } == linked(tmp_path)


def test_a_child_of_another_session_is_not_ours(tmp_path: Path) -> None:
    """The same brief in two sessions links within each."""
    parent(tmp_path, "Count.")
    parent(tmp_path, "Weigh.", number=2)
    child(tmp_path, "aone", "Weigh.")

    assert {} == linked(tmp_path)


def test_a_companion_that_cannot_be_read_names_nothing(tmp_path: Path) -> None:
    """Garbage, another shape, a folder in its place."""
    parent(tmp_path, "Count.")
    for agent, data in (("agarbage", b"?"), ("ashape", b"[]"), ("anumber", b'{"toolUseId":7}'), ("adeep", b"[" * 9999)):
        child(tmp_path, agent, f"Not {agent}.")
        put(tmp_path, f"x/{sid(1)}/subagents/agent-{agent}.meta.json", data)
    child(tmp_path, "afolder", "Not so.")
    (tmp_path / "projects" / "x" / sid(1) / "subagents" / "agent-afolder.meta.json").mkdir()

    assert {} == linked(tmp_path)
