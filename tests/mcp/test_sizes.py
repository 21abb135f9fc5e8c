"""Answers stay short however much the index holds: three thousand sessions, one of them with a large fan-out."""

from __future__ import annotations

import json

import pytest

from tallystick.mcp.answer import CHARACTERS, size
from tests.casebook.thread import sid
from tests.indexes import synced
from tests.mcp.desk import Asked

SESSIONS = 3000
FAN = 10


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Asked:
    """An index of so many sessions; the first one has children that read a hundred files each."""
    folder = tmp_path_factory.mktemp("crowd")
    reads = "\n".join(f"read {'deep/' * 12}{number}.md chars={400 + number}" for number in range(100))
    children = "\n".join(f"child c{number:02d} of 1 at={100 + number}\n{reads}" for number in range(FAN))
    spawns = "\n".join(f"spawn c{number:02d}" for number in range(FAN))
    said = "\n".join(f'say "I decided {number} {"long " * 60}ago."' for number in range(300))
    script = f"session 1 cwd=/srv/kiln\n{spawns}\n{said}\ncompact\n{children}\n"
    asked = Asked(folder, script)
    line = next((asked.config / "projects").rglob(f"{sid(1)}.jsonl")).read_text("utf-8").splitlines()[0]
    for number in range(2, SESSIONS + 1):
        entry = json.loads(line)
        entry["sessionId"], entry["uuid"] = sid(number), f"{number:08x}-0000-4000-9000-0000000000aa"
        entry["message"]["id"] = f"msg_{number}"
        (asked.config / "projects" / "crowd").mkdir(exist_ok=True)
        (asked.config / "projects" / "crowd" / f"{sid(number)}.jsonl").write_text(json.dumps(entry) + "\n", "utf-8")
    synced(asked.root, asked.config)
    return asked


def test_a_verdict(crowd: Asked) -> None:
    """Under 400 characters, with a receipt that is long enough to be unique among all."""
    answer = crowd.ask("repeat_check", kind="read", path=f"{'deep/' * 12}7.md")

    assert len(json.dumps(answer, ensure_ascii=False)) < 400


def test_pages(crowd: Asked) -> None:
    """Every row once, each page below what a client shows."""
    seen: list[str] = []
    cursor = None
    while not seen or cursor:
        page = crowd.ask("fanout_reads", limit=200, **({"cursor": cursor} if cursor else {}))
        assert size(page) <= CHARACTERS
        seen += [row["what"] for row in page["acquired"]]
        cursor = page["next"]

    assert (100, 100) == (len(seen), len(set(seen)))


def test_what_was_forgotten(crowd: Asked) -> None:
    """Three hundred long sentences: the latest that fit."""
    answer = crowd.ask("forgotten_context", limit=200)

    assert size(answer) <= CHARACTERS
    assert 300 == answer["dropped_total"] > len(answer["forgotten"]) > 90
