"""What mechanisms are given and what they answer. Records without behaviour but to read a catalogue."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tallystick.mechanisms.messages import Message

    Event = dict[str, object]


class Ask:
    """A question for the auxiliary model: `text` is one user message, of instructions and what they are about.

    `id` is unique in a session; the mechanism that asked finishes with the reply or without one.
    """

    __slots__ = ("content", "id", "max_tokens", "mechanism", "prompt", "result", "timeout_ms", "tool_call_id")

    def __init__(
        self,
        mechanism: str,
        result: Mapping[str, object],
        *,
        prompt: str,
        content: str,
        max_tokens: int,
        timeout_ms: int,
    ) -> None:
        self.mechanism = mechanism
        self.result = result  # of the tool, as the host told it
        self.tool_call_id = str(result.get("toolCallId"))
        self.id = f"{mechanism}:{self.tool_call_id}"
        self.prompt = prompt
        self.content = content
        self.max_tokens = max_tokens
        self.timeout_ms = timeout_ms

    @property
    def text(self) -> str:
        """Return the whole message."""
        return f"{self.prompt}\n\n{self.content}"


class Change:
    """A text, or a list of messages where `is_messages`, that was really changed: what one transformation records."""

    __slots__ = ("after", "before", "bucket", "count", "is_messages", "mechanism", "surface", "tool_call_id")

    def __init__(
        self,
        mechanism: str,
        *,
        bucket: str,
        surface: str,
        before: str | Sequence[Message],
        after: str | Sequence[Message],
        count: int = 1,
        tool_call_id: str = "",
    ) -> None:
        self.mechanism = mechanism
        self.bucket = bucket
        self.surface = surface
        self.before = before
        self.after = after
        self.count = count
        self.tool_call_id = tool_call_id
        self.is_messages = not isinstance(before, str)


class Outcome:
    """What is to be done; None and empty where nothing is.

    `content` and `details` replace a tool's result; `inject` is a message for the host to put in; `messages` replaces
    the list that was looked at, and `edits` says the same as index and new message (None: left out). `events` go to the
    log, `changes` to the ledger of transformations: those of one outcome are one chain.
    """

    __slots__ = ("changes", "content", "details", "edits", "events", "inject", "messages")

    def __init__(
        self,
        *,
        content: list[object] | None = None,
        details: Message | None = None,
        inject: Message | None = None,
        messages: list[Message] | None = None,
        edits: Sequence[tuple[int, Message | None]] = (),
        events: Sequence[Event] = (),
        changes: Sequence[Change] = (),
    ) -> None:
        self.content = content
        self.details = details
        self.inject = inject
        self.messages = messages
        self.edits = tuple(edits)
        self.events = tuple(events)
        self.changes = tuple(changes)

    @property
    def is_empty(self) -> bool:
        """Whether everything stays as it is, and there is nothing to write down."""
        acts = (self.content, self.inject, self.messages)
        return all(act is None for act in acts) and not self.events and not self.changes


class Tool:
    """A tool that the host could offer: `parameters` is its JSON schema."""

    __slots__ = ("description", "guidelines", "name", "parameters")

    def __init__(
        self, name: str, description: str = "", parameters: object = None, guidelines: Sequence[str] = ()
    ) -> None:
        self.name = name
        self.description = description
        self.parameters = {} if parameters is None else parameters
        self.guidelines = tuple(guidelines)


class Skill:
    """A skill that could be loaded: `path` is the file with its instructions."""

    __slots__ = ("description", "name", "path")

    def __init__(self, name: str, description: str = "", path: str = "") -> None:
        self.name = name
        self.description = description
        self.path = path


class Catalogue:
    """All tools and skills there are, the names of the active tools, and the part of the prompt that lists skills."""

    __slots__ = ("active", "section", "skills", "tools")

    def __init__(
        self,
        tools: Sequence[Tool] = (),
        active: Sequence[str] = (),
        skills: Sequence[Skill] = (),
        section: str = "",
    ) -> None:
        self.tools = tuple(tools)
        self.active = tuple(active)
        self.skills = tuple(skills)
        self.section = section

    def with_active(self, active: Sequence[str]) -> Catalogue:
        """Return the same catalogue with other tools active."""
        return Catalogue(self.tools, active, self.skills, self.section)

    @classmethod
    def of(cls, said: Mapping[str, object]) -> Catalogue:
        """Return what a host says; entries without a name are passed over."""
        tools = [
            Tool(name, _text(one.get("description")), one.get("parameters"), _texts(one.get("promptGuidelines")))
            for name, one in _named(said.get("tools"))
        ]
        skills = [
            Skill(name, _text(one.get("description")), _text(one.get("filePath")))
            for name, one in _named(said.get("skills"))
        ]
        return cls(tools, _texts(said.get("active")), skills, _text(said.get("skillSection")))


class Started:
    """What is to be done before a run: a new system prompt, another set of active tools; None leaves them."""

    __slots__ = ("active", "changes", "events", "system_prompt")

    def __init__(
        self,
        system_prompt: str | None = None,
        active: tuple[str, ...] | None = None,
        events: Sequence[Event] = (),
        changes: Sequence[Change] = (),
    ) -> None:
        self.system_prompt = system_prompt
        self.active = active
        self.events = tuple(events)
        self.changes = tuple(changes)


class Found:
    """What a search for a capability says: `activate` is the whole new set of active tools, empty to leave it; `skill`
    has to be read and its text put behind `text`.
    """

    __slots__ = ("activate", "details", "skill", "text")

    def __init__(self, text: str, details: Message, activate: tuple[str, ...] = (), skill: Skill | None = None) -> None:
        self.text = text
        self.details = details
        self.activate = activate
        self.skill = skill


class Turned:
    """The end of a turn: its event, what the host keeps in the session, the widget's line ("" without one) and the row
    for the ledger of mechanisms, empty where nothing was booked.
    """

    __slots__ = ("events", "row", "snapshot", "widget")

    def __init__(self, *, events: Sequence[Event], snapshot: Message, widget: str, row: dict[str, int]) -> None:
        self.events = tuple(events)
        self.snapshot = snapshot
        self.widget = widget
        self.row = row


def _named(said: object) -> list[tuple[str, dict[str, object]]]:
    found = []
    for one in said if isinstance(said, list) else ():
        name = one.get("name") if isinstance(one, dict) else None
        if isinstance(name, str) and name:
            found.append((name, one))
    return found


def _text(said: object) -> str:
    return said if isinstance(said, str) else ""


def _texts(said: object) -> list[str]:
    return [one for one in said if isinstance(one, str)] if isinstance(said, list) else []
