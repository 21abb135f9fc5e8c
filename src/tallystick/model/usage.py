"""Usage: the token counts that responses reported, folded and grouped."""

from __future__ import annotations


class UsageRow:
    """Responses that agree on every listed attribute, with the sums of their counts in tokens.

    `q` is epoch seconds // 900 (-1: the transcript gave no time); `session`, `file`, `model` and `branch` are keys of
    the index's name or file table, 0 where the grouping left them out.
    """

    __slots__ = (
        "branch",
        "file",
        "input",
        "lower",
        "model",
        "output",
        "q",
        "read",
        "responses",
        "searches",
        "session",
        "subagent",
        "variant",
        "write_1h",
        "write_5m",
        "write_unknown",
    )

    def __init__(
        self,
        q: int,
        session: int,
        file: int,
        model: int,
        variant: int,
        branch: int,
        subagent: int,
        responses: int,
        lower: int,
        input: int,  # noqa: A002 - the field's own name
        write_5m: int,
        write_1h: int,
        write_unknown: int,
        read: int,
        output: int,
        searches: int,
    ) -> None:
        self.q = q
        self.session = session
        self.file = file
        self.model = model
        self.variant = variant
        self.branch = branch
        self.subagent = subagent
        self.responses = responses
        self.lower = lower
        self.input = input
        self.write_5m = write_5m
        self.write_1h = write_1h
        self.write_unknown = write_unknown
        self.read = read
        self.output = output
        self.searches = searches
