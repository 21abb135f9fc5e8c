"""The response: the unit of usage. Its key, and the fold of its lines.

Input and cache counts are the same on every line of a response and output grows, so every count folds by maximum:
in any order, any number of times, over all files that hold a copy.
"""

from __future__ import annotations

SYNTHETIC = "<synthetic>"


def identity(message_id: str | None, request_id: str | None, uuid: str | None) -> str | None:
    """Return what names a response over all files: `message.id`, else `requestId`, else `uuid`."""
    return message_id or request_id or uuid or None


class UsageFold:
    """One response's usage (tokens) in one file: maxima over its lines, earliest time (ms, -1 unknown) and line."""

    __slots__ = (
        "branch",
        "claimed",
        "input",
        "line",
        "lines",
        "model",
        "output",
        "part",
        "read",
        "searches",
        "session",
        "side",
        "stopped",
        "t",
        "variant",
        "visible",
        "write_1h",
        "write_5m",
        "write_unknown",
    )

    def __init__(self, line: int, part: int, t: int) -> None:
        self.line = line
        self.part = part
        self.t = t
        self.session = self.claimed = self.model = self.branch = 0
        self.side = self.stopped = self.variant = self.visible = self.lines = 0
        self.input = self.write_5m = self.write_1h = self.write_unknown = self.read = self.output = self.searches = 0

    def raise_to(
        self,
        input: int,  # noqa: A002 - the count's own name
        write_5m: int,
        write_1h: int,
        write_unknown: int,
        read: int,
        output: int,
        searches: int,
    ) -> None:
        """Raise each count to what another line of the response says."""
        if input > self.input:
            self.input = input
        if write_5m > self.write_5m:
            self.write_5m = write_5m
        if write_1h > self.write_1h:
            self.write_1h = write_1h
        if write_unknown > self.write_unknown:
            self.write_unknown = write_unknown
        if read > self.read:
            self.read = read
        if output > self.output:
            self.output = output
        if searches > self.searches:
            self.searches = searches

    def merge(self, other: UsageFold) -> None:
        """Fold in what another stretch of the same file shows of the same response."""
        if (other.line, other.part) < (self.line, self.part):
            self.line, self.part = other.line, other.part
            self.session, self.model, self.branch = other.session, other.model, other.branch
        if other.t >= 0 and (self.t < 0 or other.t < self.t):
            self.t = other.t
        self.claimed = self.claimed or other.claimed
        self.side |= other.side
        self.stopped |= other.stopped
        self.variant |= other.variant
        self.visible += other.visible
        self.lines += other.lines
        self.raise_to(
            other.input, other.write_5m, other.write_1h, other.write_unknown, other.read, other.output, other.searches
        )
