"""Acts: what a thread's agent did with its tools, and what that put into the context."""

from __future__ import annotations


class Act:
    """A tool call joined with its result.

    `turn` is the place in the thread's turns of the response that called. A call that nothing answered has
    `result_line` 0 and no payload; a result whose call is not in the file is a call of tool 0 at its own line. `tokens`
    are ceil(characters / 4) of the result's text, an estimate. `owned` says that this session did it: a fork's copy of
    an act is context, not an act. `block` tells results on one line apart.
    """

    __slots__ = (
        "after",
        "bare",
        "before",
        "block",
        "call",
        "call_flags",
        "call_line",
        "call_part",
        "call_t",
        "chars",
        "command",
        "count",
        "cwd",
        "error",
        "exit_code",
        "first",
        "flags",
        "kind",
        "owned",
        "part",
        "path",
        "payload",
        "program",
        "result_line",
        "t",
        "thread",
        "tokens",
        "tool",
        "turn",
        "uuid",
        "words",
    )

    def __init__(  # long: one assignment a field
        self,
        thread: int,
        turn: int,
        owned: bool,  # noqa: FBT001 - made in one place, by position
        call: tuple[int, ...],
        call_t: int,
        result: tuple[int, int, int, int, int, int, int, int, bytes, bytes, int, int] | None,
        t: int,
        uuid: int,
        words: bytes,
    ) -> None:
        self.thread = thread
        self.turn = turn
        self.owned = owned
        (
            self.call_line,
            self.call_part,
            self.block,
            self.kind,
            self.tool,
            self.call,
            _,
            self.path,
            self.first,
            self.count,
            self.before,
            self.after,
            self.cwd,
            self.program,
            self.command,
            self.call_flags,
            at,
            length,
        ) = call
        self.words = words[at * 4 : (at + length) * 4] if length else b""
        self.call_t = call_t
        self.t = t
        self.uuid = uuid
        if result is None:
            self.result_line = self.part = self.chars = self.tokens = self.flags = self.error = self.exit_code = 0
            self.payload = self.bare = b""
            return
        (
            self.result_line,
            self.part,
            self.block,
            _,
            _,
            self.chars,
            self.exit_code,
            self.flags,
            self.payload,
            self.bare,
            self.error,
            _,
        ) = result
        self.tokens = (self.chars + 3) // 4

    @property
    def line(self) -> int:
        """The line at which it counts as done: its result's, or its own where nothing answered."""
        return self.result_line or self.call_line

    @property
    def order(self) -> int:
        """A number that grows along the thread: by line, part and block."""
        return (self.result_line or self.call_line) << 28 | (self.part or self.call_part) << 8 | self.block
