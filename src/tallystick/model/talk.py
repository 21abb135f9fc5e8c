"""What was said in a transcript, as far as a question about compactions needs it."""

from __future__ import annotations

# What it is: words of the model, a call of a tool, where the context was cut, what took its place.
TEXT, CALL, BOUNDARY, SUMMARY = range(4)


class Said:
    """One thing said: its line and part, uuid and time as the transcript has them, its text and who said it.

    The text of a CALL is the call in a few words; `preserved` are the uuids of the lines that a BOUNDARY kept.
    """

    __slots__ = ("kind", "line", "model", "part", "preserved", "text", "time", "uuid")

    def __init__(
        self,
        kind: int,
        line: int,
        part: int,
        uuid: str,
        time: str,
        *,
        text: str = "",
        model: str = "",
        preserved: frozenset[str] = frozenset(),
    ) -> None:
        self.kind = kind
        self.line = line
        self.part = part
        self.uuid = uuid
        self.time = time
        self.text = text
        self.model = model
        self.preserved = preserved


class Decision:
    """A sentence that states a decision: its class, the round (1-based) whose compaction dropped it, where it stood,
    and the calls that came right after it.
    """

    __slots__ = ("followed_by", "kind", "line", "model", "part", "round", "survived", "text", "time")

    def __init__(self, kind: str, round: int, said: Said, text: str, followed_by: tuple[str, ...]) -> None:  # noqa: A002
        self.kind = kind
        self.round = round
        self.line = said.line
        self.part = said.part
        self.time = said.time
        self.model = said.model
        self.text = text
        self.followed_by = followed_by
        self.survived = False
