"""Runs a program on one input, by a deadline, and leaves nothing of it behind: it and whatever it started are ended.

It is a process group of its own. Where we are ended it is too, and on Linux also where we are killed.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import FrameType

LATE, TOO_MUCH = "late", "too much"
_CHUNK = 1 << 16
_ERRORS = 1 << 12  # bytes of its errors that are held
_TICK = 0.05  # seconds between two looks at whether it has ended
_GRACE = 1.0  # seconds to end by itself once it is told to
_ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
_DIE_WITH_PARENT = 1  # prctl: PR_SET_PDEATHSIG


class Piped:
    """How it ended: `code` as a shell says it, what it printed and the first of its errors; `fault` is LATE or TOO_MUCH
    where it was ended for that, else "".
    """

    __slots__ = ("code", "errors", "fault", "output")

    def __init__(self, code: int, output: bytes, errors: bytes, fault: str) -> None:
        self.code = code
        self.output = output
        self.errors = errors
        self.fault = fault


def run(command: Sequence[str], given: bytes, environ: Mapping[str, str], *, seconds: float, most: int) -> Piped:
    """Run a program with an input and take at most so many bytes of output; OSError where it cannot be started."""
    until = time.monotonic() + seconds
    before = {one: signal.signal(one, _leave) for one in _ENDING}
    child = None
    try:
        child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=dict(environ),
            bufsize=0,
            start_new_session=True,
            preexec_fn=_tie_to(os.getpid()),  # noqa: PLW1509 - no thread of ours runs
        )
        talk = _Talk(child, given, most)
        fault = talk.hold(until)
    finally:
        if child is not None:
            _end(child)
        for one, handler in before.items():
            signal.signal(one, handler)
    code = child.returncode
    return Piped(128 - code if code < 0 else code, bytes(talk.output), bytes(talk.errors), fault)


def _leave(number: int, frame: FrameType | None) -> None:
    """End as if by the signal, but not before what is under way is put in order."""
    raise SystemExit(128 + number)


def _tie_to(parent: int) -> Callable[[], None] | None:
    if sys.platform != "linux":
        return None
    import ctypes

    control = ctypes.CDLL(None).prctl

    def tie() -> None:
        control(_DIE_WITH_PARENT, signal.SIGKILL)
        if os.getppid() != parent:  # it died before it could be said
            os._exit(1)

    return tie


class _Talk:
    """What goes to a child and comes from it, at once in both directions, so that neither waits for the other."""

    __slots__ = ("_child", "_left", "_most", "_pipes", "errors", "output")

    def __init__(self, child: subprocess.Popen[bytes], given: bytes, most: int) -> None:
        self._child, self._left, self._most = child, memoryview(given), most
        self.output, self.errors = bytearray(), bytearray()
        self._pipes = selectors.DefaultSelector()
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        os.set_blocking(child.stdin.fileno(), False)
        self._pipes.register(child.stdin, selectors.EVENT_WRITE)
        self._pipes.register(child.stdout, selectors.EVENT_READ)
        self._pipes.register(child.stderr, selectors.EVENT_READ)

    def hold(self, until: float) -> str:
        """Talk until the child has ended and what it printed is read; return the fault that ends the talk earlier."""
        with self._pipes:
            while True:
                left = until - time.monotonic()
                if left <= 0:
                    return LATE
                is_over = _has_ended(self._child)
                ready = self._pipes.select(0 if is_over else min(_TICK, left)) if self._pipes.get_map() else []
                if is_over and not any(key.fileobj is not self._child.stdin for key, _ in ready):
                    return ""  # what others that it started still print is not its answer
                for key, _ in ready:
                    self._pass(key.fileobj)
                if not self._pipes.get_map() and not is_over:
                    time.sleep(min(_TICK, left))
                if len(self.output) > self._most:
                    return TOO_MUCH

    def _pass(self, pipe: object) -> None:
        if pipe is self._child.stdin:
            self._give()
            return
        assert not isinstance(pipe, int)
        data = os.read(pipe.fileno(), _CHUNK)  # type: ignore[attr-defined]
        if not data:
            self._pipes.unregister(pipe)  # type: ignore[arg-type]
        elif pipe is self._child.stdout:
            self.output += data
        else:
            self.errors += data[: _ERRORS - len(self.errors)]

    def _give(self) -> None:
        pipe = self._child.stdin
        assert pipe is not None
        try:
            self._left = self._left[os.write(pipe.fileno(), self._left[:_CHUNK]) :]
        except BlockingIOError:
            return
        except BrokenPipeError:  # it wants no more
            self._left = self._left[:0]
        if not self._left:
            self._pipes.unregister(pipe)
            pipe.close()


def _has_ended(child: subprocess.Popen[bytes]) -> bool:
    """Say whether a child has ended, and leave its number taken, so that its group can still be told by it."""
    if not hasattr(os, "waitid"):  # macOS up to Python 3.12
        return child.poll() is not None
    return os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _end(child: subprocess.Popen[bytes]) -> None:
    """End a child that still runs, and whatever of its group does."""
    until = time.monotonic() + _GRACE
    if not _has_ended(child):
        _tell(child, signal.SIGTERM)
        while not _has_ended(child) and time.monotonic() < until:
            time.sleep(0.01)
    _tell(child, signal.SIGKILL)
    child.wait()
    for pipe in (child.stdin, child.stdout, child.stderr):
        if pipe is not None:
            pipe.close()


def _tell(child: subprocess.Popen[bytes], number: signal.Signals) -> None:
    try:
        os.killpg(child.pid, number)
    except (ProcessLookupError, PermissionError):  # nobody is left; or, on macOS, only what has ended
        return
