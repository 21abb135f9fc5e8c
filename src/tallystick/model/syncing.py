"""A sync as a record: what it was asked to do, and what it did."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Progress = Callable[[int, int], None]


class SyncReport:
    """What a sync did: files found, changed, moved, gone, unreadable and read again; bytes; rejections; seconds.

    `reread` counts files whose rows a better parser replaced, and `difference` is what that changed: responses and
    tokens (input, writes, reads, output), after minus before.
    """

    __slots__ = (
        "bytes",
        "changed",
        "difference",
        "files",
        "gone",
        "moved",
        "rejections",
        "reread",
        "responses",
        "searched",
        "seconds",
        "unreadable",
    )

    def __init__(self) -> None:
        self.files = self.changed = self.bytes = self.rejections = self.moved = self.gone = self.unreadable = 0
        self.responses = self.reread = 0
        self.difference: tuple[int, ...] = (0, 0, 0, 0, 0)
        self.seconds = 0.0
        self.searched: list[str] = []


class SyncRun:
    """What a sync is given on its way down: environment, who is told of progress (done and all bytes), its report."""

    __slots__ = ("command_texts", "environment", "progress", "report")

    def __init__(self, environment: Mapping[str, str], progress: Progress | None, *, command_texts: bool) -> None:
        self.environment = environment
        self.progress = progress
        self.command_texts = command_texts
        self.report = SyncReport()

    def tell(self, total: int) -> None:
        """Tell whoever watches how many bytes are done."""
        if self.progress is not None:
            self.progress(self.report.bytes, total)
