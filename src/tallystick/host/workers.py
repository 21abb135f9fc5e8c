"""Shares a list of jobs with one forked worker process; its results arrive here, in any order."""

from __future__ import annotations

import fcntl
import marshal
import os
import struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    # what marshal can carry: plain values and tuples, lists and dicts of them
    Pack = Callable[[int], object]

_NUMBER = struct.Struct("<I")
_FRAME = struct.Struct("<Q")
_PIPE = 1 << 20
_QUEUE = _PIPE // _NUMBER.size


class Worker:
    """A forked process that takes numbers off the same queue as this one and sends back what `run` makes of them.

    The queue is a pipe that both read. A worker that dies loses nothing: what it took and did not send is done here.
    """

    __slots__ = ("_count", "_ended", "_pid", "_pipe", "_queue", "_run")

    def __init__(self, count: int, run: Pack) -> None:
        self._count = count
        self._run = run
        self._ended = False
        self._queue, feed = os.pipe()
        _widen(feed)
        self._pipe, out = os.pipe()
        _widen(out)
        for first in range(min(count, _QUEUE)):
            os.write(feed, _NUMBER.pack(first))
        os.close(feed)
        self._pid = os.fork()
        if not self._pid:
            os.close(self._pipe)  # so that writing fails, and the worker ends, once nobody reads
            _work(self._queue, out, run)
        os.close(out)

    def results(self) -> Iterator[object]:
        """Yield what `run` makes of every number: this process's own, and the worker's unmarshalled."""
        left = set(range(self._count))
        pending = bytearray()
        os.set_blocking(self._pipe, False)
        try:
            for number in _numbers(self._queue):
                left.discard(number)
                yield self._run(number)
                yield from self._arrived(pending, left)
            os.set_blocking(self._pipe, True)
            while not self._ended:
                yield from self._arrived(pending, left)
        finally:
            os.close(self._queue)
            os.close(self._pipe)
            os.waitpid(self._pid, 0)
        for number in sorted(left):
            yield self._run(number)

    def _take(self, pending: bytearray) -> None:
        """Take over what the worker has sent so far, all that is to come where the pipe blocks."""
        try:
            while data := os.read(self._pipe, _PIPE):
                pending += data
            self._ended = True
        except BlockingIOError:
            return

    def _arrived(self, pending: bytearray, left: set[int]) -> Iterator[object]:
        self._take(pending)
        at = 0
        while len(pending) >= at + _FRAME.size:
            end = at + _FRAME.size + _FRAME.unpack_from(pending, at)[0]
            if len(pending) < end:
                break
            number, value = marshal.loads(memoryview(pending)[at + _FRAME.size : end])  # noqa: S302 - from our own child
            left.discard(number)
            yield value
            at = end
        del pending[:at]


def _widen(pipe: int) -> None:
    try:
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE)
    except OSError:
        return  # the system's own size is only slower


def _numbers(queue: int) -> Iterator[int]:
    while data := os.read(queue, _NUMBER.size):
        yield _NUMBER.unpack(data)[0]


def _work(queue: int, out: int, run: Pack) -> None:
    """Be the worker: it ends without ever returning into the caller's code."""
    try:
        unsent = bytearray()
        os.set_blocking(out, False)
        for number in _numbers(queue):
            data = marshal.dumps((number, run(number)))  # type: ignore[arg-type]
            unsent += _FRAME.pack(len(data)) + data
            _send(out, unsent)
        os.set_blocking(out, True)
        while unsent:
            _send(out, unsent)
        os._exit(0)
    except BaseException:  # noqa: BLE001 - the parent does again what is missing and meets the error itself
        os._exit(1)


def _send(out: int, unsent: bytearray) -> None:
    """Write as much as the pipe takes; the rest waits for the next job's end."""
    try:
        while unsent:
            del unsent[: os.write(out, memoryview(unsent)[:_PIPE])]
    except BlockingIOError:
        return
