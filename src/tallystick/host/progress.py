"""A progress bar on a terminal, for work that takes longer than a moment; elsewhere nothing."""

from __future__ import annotations

import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType
    from typing import TextIO

    from rich.progress import Progress as Bar
    from rich.progress import TaskID

_PAUSE = 0.1  # seconds between two drawings
_PATIENCE = 0.5  # seconds without a bar; most syncs are over by then, and loading `rich` takes a tenth


class Progress:
    """Called with bytes done and bytes in all; draws on the stream while inside, and leaves nothing behind."""

    __slots__ = ("_bar", "_drawn", "_environ", "_no_color", "_started", "_stream", "_task")

    def __init__(self, stream: TextIO, environ: Mapping[str, str], *, no_color: bool = False) -> None:
        self._stream = stream
        self._environ = environ
        self._no_color = no_color
        self._started = self._drawn = time.monotonic()
        self._bar: Bar | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Progress:  # noqa: PYI034 - Self costs the import of typing
        return self

    def __call__(self, done: int, total: int) -> None:
        """Show how many bytes of all are read."""
        now = time.monotonic()
        if now - self._drawn < (_PAUSE if self._bar else _PATIENCE) or done >= total:
            return
        self._drawn = now
        if self._bar is None:
            if not self._stream.isatty() or self._environ.get("TERM", "") in {"", "dumb"}:
                return
            self._bar, self._task = _start(self._stream, total, no_color=self._no_color)
        assert self._task is not None
        self._bar.update(self._task, completed=done, refresh=True)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()


def _start(stream: TextIO, total: int, *, no_color: bool) -> tuple[Bar, TaskID]:
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    bar = Bar(
        TextColumn("reading transcripts"),
        BarColumn(),
        DownloadColumn(),
        TimeRemainingColumn(),
        console=Console(file=stream, no_color=no_color or None),
        transient=True,
        auto_refresh=False,  # no thread: a sync may fork
    )
    bar.start()
    return bar, bar.add_task("", total=total)
