"""A progress bar on a terminal, for work that takes longer than a moment; elsewhere nothing."""

from __future__ import annotations

import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import TextIO

    from rich.progress import Progress as Bar
    from rich.progress import TaskID

_PATIENCE = 0.5  # seconds without a bar; most syncs are over by then, and loading `rich` takes a tenth


class Progress:
    """Called with bytes done and bytes in all; draws on the stream while inside, and leaves nothing behind."""

    __slots__ = ("_bar", "_started", "_stream", "_task")

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._started = time.monotonic()
        self._bar: Bar | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Progress:  # noqa: PYI034 - Self costs the import of typing
        return self

    def __call__(self, done: int, total: int) -> None:
        """Show how many bytes of all are read."""
        if self._bar is None:
            if not self._stream.isatty() or time.monotonic() - self._started < _PATIENCE or done >= total:
                return
            self._bar, self._task = _start(self._stream, total)
        assert self._task is not None
        self._bar.update(self._task, completed=done)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()


def _start(stream: TextIO, total: int) -> tuple[Bar, TaskID]:
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    bar = Bar(
        TextColumn("reading transcripts"),
        BarColumn(),
        DownloadColumn(),
        TimeRemainingColumn(),
        console=Console(file=stream),
        transient=True,
    )
    bar.start()
    return bar, bar.add_task("", total=total)
