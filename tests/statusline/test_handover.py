"""Reading by a process of its own: of a session that is too much for one render."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tallystick.statusline import handover, session
from tallystick.statusline.door import render
from tallystick.statusline.statefile import StateFile

SESSION = "5e550000-0001-4000-8000-000000000001"
ENTRY = Path(session.__file__).with_name("__main__.py")
ANSWERS = 30_000  # lines of some 1,000 bytes: more than a render reads


def answer(number: int, *, size: int = 0) -> str:
    """A line with the usage of one answer of one token, and with so much text."""
    content = [{"type": "text", "text": "x" * size}]
    message: dict[str, object] = {"id": f"msg_{number}", "model": "m", "content": content, "stop_reason": "end_turn"}
    message["usage"] = {"output_tokens": 1}
    return json.dumps({"type": "assistant", "sessionId": SESSION, "message": message}) + "\n"


@pytest.fixture
def main(tmp_path: Path) -> Path:
    """A transcript of three answers in a client's folder."""
    path = tmp_path / ".claude" / "projects" / "x" / f"{SESSION}.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text("".join(map(answer, range(3))))
    return path


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A root folder that is still to be made."""
    return tmp_path / "root"


@pytest.fixture
def alone() -> Iterator[None]:
    """No process of these tests is left."""
    yield
    while True:
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def stem(root: Path) -> bytes:
    """Where the files of the session's state begin."""
    return os.fsencode(root / "statusline" / SESSION)


def kept(root: Path) -> dict[str, object]:
    """The state."""
    return StateFile(stem(root) + b".json").fields


def payload(main: Path) -> dict[str, object]:
    """What a client hands over."""
    usage = {"context_window": {"current_usage": {"input_tokens": 1, "output_tokens": 1}}}
    return {"session_id": SESSION, "transcript_path": str(main), **usage}


def rendered(main: Path, root: Path, started: float) -> str:
    """A render in this process, which leaves what it leaves."""
    environ = {"HOME": str(main.parents[3]), "TALLY_ROOT": str(root), "NO_COLOR": "1"}
    text, work = render(payload(main), [], environ, started)
    assert work is not None
    work.finish()
    return text


def is_held(root: Path) -> bool:
    """Whether somebody reads."""
    with (root / "statusline" / ".reading").open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


@pytest.mark.usefixtures("alone")
def test_a_session_that_is_too_much(main: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process reads it; the render waits for that, and shows and keeps all of it."""
    monkeypatch.setattr(session, "_MUCH", 100)

    text = rendered(main, root, time.monotonic() + 60)

    assert "completion:3 |" in text
    assert kept(root)["positions"] == [main.stat().st_size]
    assert kept(root)["noted"] == ["", str(main.resolve())]
    assert "completion:3 |" in rendered(main, root, time.monotonic())


@pytest.mark.usefixtures("alone")
def test_a_render_shows_what_is_known_while_another_process_reads(
    main: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It reads nothing itself, and what it learns of the client goes into the state that the other one keeps."""
    monkeypatch.setattr(session, "_MUCH", 100)
    rendered(main, root, time.monotonic() + 60)
    with main.open("a") as file:
        file.write(answer(3))
    with (root / "statusline" / ".reading").open("r+b") as file:
        file.write(SESSION.encode().ljust(256))
        file.flush()
        fcntl.flock(file, fcntl.LOCK_EX)
        before = kept(root)
        value = payload(main) | {"model": {"id": "m"}}
        environ = {"HOME": str(main.parents[3]), "TALLY_ROOT": str(root), "NO_COLOR": "1"}
        text, work = render(value, [], environ, time.monotonic() - 60)
        assert work is not None
        work.finish()

    assert "completion:3… |" in text
    assert kept(root) == before | {"noted": ["m", str(main.resolve())]}
    assert "completion:4 |" in rendered(main, root, time.monotonic() + 60)


def test_another_session_is_being_read(main: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the renders read this one, as far as their time allows: there is one such process at a time."""
    monkeypatch.setattr(session, "_MUCH", 100)
    monkeypatch.setattr("posix.fork", lambda: pytest.fail("a second process"))
    (root / "statusline").mkdir(parents=True)
    with (root / "statusline" / ".reading").open("w+b") as file:
        file.write(b"another".ljust(256))
        file.flush()
        fcntl.flock(file, fcntl.LOCK_EX)
        assert "completion:3 |" in rendered(main, root, time.monotonic())


@pytest.mark.parametrize("obstacle", ["root", "statusline/.reading"])
def test_no_process_can_be_started(main: Path, root: Path, monkeypatch: pytest.MonkeyPatch, obstacle: str) -> None:
    """Where the root folder takes nothing, every render reads by itself."""
    monkeypatch.setattr(session, "_MUCH", 100)
    if obstacle == "root":
        root.touch()
    else:
        (root / obstacle).mkdir(parents=True)

    assert "completion:3 |" in rendered(main, root, time.monotonic())


def test_a_fork_that_fails(main: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same: a machine without room for another process."""

    def refused() -> int:
        raise OSError

    monkeypatch.setattr(session, "_MUCH", 100)
    monkeypatch.setattr("posix.fork", refused)
    assert "completion:3 |" in rendered(main, root, time.monotonic())
    assert not is_held(root)


def test_read_round_by_round(main: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each round leaves a state; with no time at all it ends where it is, and goes on from there."""
    from tallystick.statusline import reading

    (root / "statusline").mkdir(parents=True)
    monkeypatch.setattr(handover, "_EACH", 0.0)
    monkeypatch.setattr(reading, "_CHUNK", 100)
    handover.read_on(os.fsencode(root), stem(root), os.fsencode(main), time.monotonic() - 1)
    assert kept(root) == {}
    seen = []
    write = StateFile.write

    def watched(self: StateFile, *words: object, is_shared: bool) -> bool:
        found = write(self, *words, is_shared=is_shared)  # type: ignore[arg-type]
        seen.append(kept(root)["positions"])
        return found

    monkeypatch.setattr(StateFile, "write", watched)
    handover.read_on(os.fsencode(root), stem(root), os.fsencode(main), time.monotonic() + 60)
    assert len(seen) > 2
    assert seen == sorted(seen)  # type: ignore[type-var]
    assert seen[-1] == [main.stat().st_size]


def test_a_state_that_is_taken_away(main: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever forgets a session while it is read finds it forgotten."""
    from tallystick.statusline import reading

    (root / "statusline").mkdir(parents=True)
    monkeypatch.setattr(handover, "_EACH", 0.0)
    monkeypatch.setattr(reading, "_CHUNK", 100)
    write = StateFile.write

    def taken_away(self: StateFile, *words: object, is_shared: bool) -> bool:
        found = write(self, *words, is_shared=is_shared)  # type: ignore[arg-type]
        os.unlink(stem(root) + b".json")
        return found

    monkeypatch.setattr(StateFile, "write", taken_away)
    handover.read_on(os.fsencode(root), stem(root), os.fsencode(main), time.monotonic() + 60)
    assert kept(root) == {}


def start(main: Path, root: Path) -> subprocess.Popen[bytes]:
    """A render as a client starts it."""
    environ = {"HOME": str(main.parents[3]), "TALLY_ROOT": str(root), "NO_COLOR": "1"}
    command = [sys.executable, "-I", "-S", str(ENTRY)]
    process = subprocess.Popen(command, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write(json.dumps(payload(main)).encode())
    process.stdin.close()
    process.stdin = None
    return process


def wait_until_read(root: Path) -> None:
    """Wait until nobody reads any more, and all was read."""
    until = time.monotonic() + 60
    while not (root / "statusline" / ".reading").exists() or is_held(root):
        assert time.monotonic() < until
        time.sleep(0.05)


def test_as_a_client_runs_it(main: Path, root: Path) -> None:
    """The line ends in time though reading goes on, and nothing is left when that has ended."""
    with main.open("a") as file:
        file.writelines(answer(number, size=800) for number in range(3, ANSWERS))
    process = start(main, root)
    text = process.communicate()[0].decode()
    assert process.returncode == 0

    assert f"completion:{ANSWERS:,} |" in text or is_held(root)
    wait_until_read(root)
    assert kept(root)["positions"] == [main.stat().st_size]
    assert f"completion:{ANSWERS:,} |".encode() in start(main, root).communicate()[0]


def test_a_render_that_is_stopped(main: Path, root: Path) -> None:
    """The client stops a render that takes long when the next change comes: reading goes on all the same."""
    with main.open("a") as file:
        file.writelines(answer(number, size=800) for number in range(3, ANSWERS))
    process = start(main, root)
    until = time.monotonic() + 60
    while not (root / "statusline" / ".reading").exists() and time.monotonic() < until:
        time.sleep(0.005)
    time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.communicate()

    wait_until_read(root)
    assert kept(root)["positions"] == [main.stat().st_size]
