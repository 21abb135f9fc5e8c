"""Transcripts small enough to be read hundreds of times: a tree, and what a day does to it."""

from __future__ import annotations

from pathlib import Path

from tests.casebook.thread import Thread, call, sid, text, usage

FORGOTTEN = sid(3)


def talk(number: int, turns: int, *, agent: str | None = None) -> Thread:
    """A session (or a child) of so many turns, with a call and a result each."""
    thread = Thread(number, agent=agent, cwd=f"/srv/kiln{number}")
    thread.ask("Fire the kiln.")
    for turn in range(turns):
        tag = f"{number}{agent or ''}{turn}"
        thread.say(
            f"msg_{tag}", call(f"toolu_{tag}", "Bash", command=f"fire {tag}"), usage(turn, 100 + turn, 10, w5=turn)
        )
        thread.give(f"toolu_{tag}", f"{tag} degrees")
    return thread


def fork_of(thread: Thread, number: int) -> Thread:
    """A fork: copies of lines, and one of its own."""
    fork = Thread(number)
    fork.lines = [{**line, "sessionId": fork.session} for line in thread.lines[:4]]
    fork.at(90).say(f"msg_f{number}", text("Forked."), usage(1, 2, 3))
    return fork


def put(config: Path, place: str, data: bytes) -> Path:
    """Write a transcript."""
    path = config / "projects" / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def yesterday(config: Path) -> None:
    """A tree of six files: four sessions, a child, a fork, a line that cannot be read, an end without its line feed."""
    one = talk(1, 3)
    put(config, f"a/{sid(1)}.jsonl", one.data() + b"{torn\n" + talk(1, 4).data()[:-1])
    put(config, f"a/{sid(1)}/subagents/agent-ac0ffee.jsonl", talk(1, 2, agent="ac0ffee").data())
    put(config, f"a/{sid(2)}.jsonl", fork_of(one, 2).data())
    put(config, f"b/{sid(3)}.jsonl", talk(3, 2).data())
    put(config, f"b/{sid(4)}.jsonl", talk(4, 2).data())
    put(config, f"b/{sid(5)}.jsonl", talk(5, 2).data())


def grow(config: Path) -> None:
    """Two files grow, one of them from the middle of a line; twenty-six come new: more than one transaction takes."""
    with put(config, f"b/{sid(4)}.jsonl", talk(4, 2).data()).open("ab") as file:
        file.write(talk(4, 5).data()[len(talk(4, 2).data()) :])
    with (config / "projects" / "a" / f"{sid(1)}.jsonl").open("ab") as file:
        file.write(b"\n" + fork_of(talk(1, 3), 1).data())
    for number in range(10, 36):
        put(config, f"c/{sid(number)}.jsonl", talk(number, 1).data())


def spoil(config: Path) -> None:
    """One file is rewritten, one deleted, one moved; one comes new, one grows."""
    projects = config / "projects"
    put(config, f"b/{sid(3)}.jsonl", talk(6, 1).data())
    (projects / "b" / f"{sid(5)}.jsonl").unlink()
    (projects / "d").mkdir()
    (projects / "a" / f"{sid(2)}.jsonl").rename(projects / "d" / f"{sid(2)}.jsonl")
    put(config, f"d/{sid(7)}.jsonl", fork_of(talk(1, 3), 7).data())
    with (projects / "b" / f"{sid(4)}.jsonl").open("ab") as file:
        file.write(fork_of(talk(1, 3), 4).data())
