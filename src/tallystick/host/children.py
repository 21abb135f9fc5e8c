"""Runs another program as if we were not there: its input, its errors, its signals and its end are its own."""

from __future__ import annotations

import os
import signal
import subprocess

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

NOT_FOUND, NOT_RUN = 127, 126
_CHUNK = 1 << 16
_PASSED_ON = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2)


class Outcome:
    """How a program ended: `code` as a shell says it (128 and the signal that ended it), and what of its output was
    held back (None: too much to hold, and all of it has been passed on).
    """

    __slots__ = ("code", "output")

    def __init__(self, code: int, output: bytes | None) -> None:
        self.code = code
        self.output = output


def run(command: list[str], most: int, pass_on: Callable[[bytes], bool]) -> Outcome:
    """Run a program and hold back what it prints, up to so many bytes; from then on it is passed on as it comes.

    Where that says that nobody takes it any more, nobody reads the program's output either, and it learns so itself.

    OSError where it cannot be started.
    """
    with subprocess.Popen(command, stdout=subprocess.PIPE, bufsize=0) as child:
        before = {one: signal.signal(one, _forwarder(child)) for one in _PASSED_ON}
        before[signal.SIGINT] = signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal sends it to the child too
        try:
            assert child.stdout is not None
            output = _collect(child.stdout.fileno(), most, pass_on)
            child.stdout.close()
            code = child.wait()
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)
    return Outcome(128 - code if code < 0 else code, output)


def _collect(handle: int, most: int, pass_on: Callable[[bytes], bool]) -> bytes | None:
    held = bytearray()
    while data := os.read(handle, _CHUNK):
        held += data
        if len(held) > most:
            data = bytes(held)
            while data and pass_on(data):
                data = os.read(handle, _CHUNK)
            return None
    return bytes(held)


def _forwarder(child: subprocess.Popen[bytes]) -> Callable[[int, FrameType | None], None]:
    return lambda number, _: child.send_signal(number)
