"""Any message at all: git sees the block exactly once or not at all, and every trailer that it saw before."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tallystick.commits import stamping
from tallystick.commits.stamping import Commit, stamp
from tests.commits.repositories import Repository

BLOCK = ["Tokens-In: 6030", "Tokens-Out: 350", "Model: claude-opus-5-5"]
LINES = st.sampled_from(
    [
        *(b"", b"", b"", b" ", b"prose", b"more prose: of a kind", b"a line\r", b"\xe9t\xe9"),
        *(b"Signed-off-by: Ada <ada@example.com>", b"Refs: 7", b"Key : value", b"Model: resnet", b"Savings: many"),
        *(b" goes on", b"\tgoes on", b"# comment", b"#", b"; remark", b"---"),
        *(b"(cherry picked from commit 1234)", b"# ------------------------ >8 ------------------------"),
    ]
)
OLD = st.sampled_from([[], [b"Tokens-In: 77", b"Tokens-Out: 7", b"Model: other"], [b"Tokens-Out: 7"]])
SUBJECTS = st.sampled_from([b"a thing", b"fix: a thing", b"#7 a thing", b"; a thing", b""])
WAYS = [("message", ":"), ("message", "vi"), ("commit", ":"), ("commit", "vi"), ("merge", ":")]


class Known:
    """What is gathered, at once."""

    def __init__(self, *args: object) -> None:
        pass

    def lines(self) -> list[bytes]:
        """Return the block."""
        return [line.encode() for line in BLOCK]

    def stop(self) -> None:
        """Nothing runs."""


def kept(message: bytes, *, strips: bool, mark: bytes) -> bytes:
    """What git keeps of a message: by itself, or behind an editor."""
    lines = message.split(b"\n")
    cut = mark + b" ------------------------ >8 ------------------------"
    if strips and any(line.rstrip() == cut for line in lines):
        lines = lines[: next(number for number, line in enumerate(lines) if line.rstrip() == cut)]
    words = ["git", "stripspace", *(["-s"] if strips else [])]
    return subprocess.run(words, input=b"\n".join(lines), stdout=subprocess.PIPE, check=True).stdout


def seen(message: bytes) -> list[str]:
    """The trailers that git sees."""
    words = ["git", "interpret-trailers", "--parse", "--no-divider"]
    done = subprocess.run(words, input=message, stdout=subprocess.PIPE, check=True)
    return done.stdout.decode("utf-8", "replace").splitlines()


@pytest.fixture(scope="module", params=["#", ";"])
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A repository that marks comments with a letter of its own."""
    repository = Repository(tmp_path_factory.mktemp("any") / "repository")
    repository.git("config", "core.commentChar", request.param)
    return repository.folder, request.param


@given(st.data())
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_message(folder: tuple[Path, str], monkeypatch: pytest.MonkeyPatch, data: st.DataObject) -> None:
    """Stamped before or behind an editor, over another block or none; a second run changes nothing."""
    place, mark = folder[0], folder[1].encode()
    monkeypatch.setattr(stamping, "Gathering", Known)
    monkeypatch.chdir(place)
    source, editor = data.draw(st.sampled_from(WAYS))
    lines = [data.draw(SUBJECTS), *data.draw(st.lists(LINES, max_size=9)), *data.draw(OLD)]
    message = b"\n".join(lines) + data.draw(
        st.sampled_from([b"", b"\n", b"\n\n" + mark + b" comment\n", b"\n\nConflicts:\n\tfile\n"])
    )
    path = place / ".git" / "COMMIT_EDITMSG"
    path.write_bytes(message)
    picked = place / ".git" / "CHERRY_PICK_HEAD"
    if source == "merge":
        picked.write_text("0" * 40)
    environ = {"GIT_EDITOR": editor}
    commit = Commit(os.fsencode(path), source, "", session="s", root=b"/nowhere", environ=environ)

    stamp(commit)
    once = path.read_bytes()
    stamp(commit)
    picked.unlink(missing_ok=True)

    assert path.read_bytes() == once
    strips = editor != ":" or source == "merge"
    before, after = (seen(kept(one, strips=strips, mark=mark)) for one in (message, once))
    ours = [line for line in after if line.startswith("Tokens-In: 6030")]
    assert len(ours) <= 1
    if ours:
        assert after[-len(BLOCK) :] == BLOCK
        after = after[: -len(BLOCK)]
    old = ("Tokens-In: 77", "Tokens-Out: 7", "Model: other")
    others = [[line for line in one if line not in old] for one in (before, after)]
    assert set(others[0]) <= set(others[1])
    if b"Tokens-" not in message:  # above an old block may stand a paragraph that is the last one when that has gone
        assert others[0] == others[1]
