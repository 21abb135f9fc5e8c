"""A reading: everything one pass over a stretch of a transcript found, ready for the index.

An agent's parser fills it; the store writes it. It belongs to one file; what was read behind the last line feed
(a whole object without its LF) is kept in a second Reading, so that the next pass can replace it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.kernel.responses import UsageFold


class Memory:
    """What a file's earlier lines leave for its later ones: the last time seen (ms), and unanswered commands.

    `tests` run tests or a build; `others` do more than show, and no word list knows what. Where lines do not say it
    themselves: `link` is the key of the last one, `session` and `cwd` are what the first line stated for all.
    """

    __slots__ = ("cwd", "last_t", "link", "others", "session", "tests")

    def __init__(self, last_t: int = -1, tests: tuple[int, ...] = (), others: tuple[int, ...] = ()) -> None:
        self.last_t = last_t
        self.tests = set(tests)
        self.others = set(others)
        self.link = 0
        self.session = self.cwd = ""


class Rejection:
    """Input that was refused: where it stands and why."""

    __slots__ = ("line", "offset", "reason")

    def __init__(self, line: int, offset: int, reason: str) -> None:
        self.line = line
        self.offset = offset
        self.reason = reason


class Reading:
    """What was found, in the order of the lines; packed records are those of `model.event`."""

    __slots__ = (
        "agent_id",
        "boundaries",
        "brief",
        "calls",
        "cost_states",
        "cwd",
        "first_session",
        "limits",
        "moments",
        "rejections",
        "results",
        "sessions",
        "spawns",
        "usage",
        "version",
        "words",
    )

    def __init__(self) -> None:
        self.moments: list[bytes] = []
        self.calls: list[bytes] = []
        self.results: list[bytes] = []
        self.words: list[int] = []
        self.usage: dict[int, UsageFold] = {}  # response key << 1 | nested
        self.sessions: dict[
            int, list[int]
        ] = {}  # session key -> [first time, last time, first time of a line without uuid]
        self.cost_states: list[tuple[object, ...]] = []
        self.boundaries: list[tuple[object, ...]] = []
        self.limits: list[tuple[object, ...]] = []
        self.spawns: list[tuple[int, ...]] = []
        self.rejections: list[Rejection] = []
        self.first_session = 0  # key of the session that the first line to name one names
        self.cwd = 0  # key of the first working directory
        self.version = 0  # key of the first client version
        self.agent_id = 0  # key of the child agent the file belongs to
        self.brief = 0  # hash of the first user text, if the file starts with one
