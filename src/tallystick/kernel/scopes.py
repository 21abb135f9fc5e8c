"""Whose change it is: the session, turn and tool call in whose scope text is changed, and the chains within it.

A scope is a context variable: threads and tasks do not see each other's.
"""

from __future__ import annotations

from _contextvars import ContextVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _contextvars import Token
    from collections.abc import Callable
    from types import TracebackType

    # Where changes of one text are counted: for a call (session, turn, call, surface), else the surface alone.
    ChainKey = tuple[str, int | None, str, str] | str

_KEPT = 1 << 16  # chains that may still go on; the oldest is forgotten first, and a later change starts a new one


class Chains:
    """Numbers the successive changes of the same text; `cycle` tells ledgers, and a process and its forks, apart."""

    __slots__ = ("_last", "cycle")

    def __init__(self, cycle: str) -> None:
        self.cycle = cycle
        self._last: dict[ChainKey, tuple[str, int, str]] = {}

    def follow(self, key: ChainKey, end: str) -> tuple[str, int] | None:
        """Return the chain and step of the next change under a key, None where no chain goes on there.

        `end` is the hash of the text that this change made.
        """
        last = self._last.pop(key, None)
        if last is None:
            return None
        self._last[key] = last[0], last[1] + 1, end
        return last[0], last[1] + 1

    def start(self, key: ChainKey, end: str, chain: str) -> tuple[str, int]:
        """Start a chain under a key and return it with its first step."""
        self._last[key] = chain, 1, end
        if len(self._last) > _KEPT:
            del self._last[next(iter(self._last))]
        return chain, 1

    def end(self, key: ChainKey) -> str | None:
        """Return the hash of the text that the chain under a key has ended with, None where there is none."""
        last = self._last.get(key)
        return None if last is None else last[2]


class Scope:
    """Session, turn and call of one ledger's records; `chains` numbers those changes that no call owns."""

    __slots__ = ("chains", "ledger", "session", "tool_call_id", "turn")

    def __init__(self, ledger: object, session: str, turn: int | None, tool_call_id: str, chains: Chains) -> None:
        self.ledger = ledger
        self.session = session
        self.turn = turn
        self.tool_call_id = tool_call_id
        self.chains = chains


_CURRENT: ContextVar[Scope | None] = ContextVar("tallystick_scope", default=None)


def current(ledger: object) -> Scope | None:
    """Return the scope of this ledger that the caller is in."""
    scope = _CURRENT.get()
    return scope if scope is not None and scope.ledger is ledger else None


def owner(
    scope: Scope | None, session: str | None, turn: int | None, tool_call_id: str | None
) -> tuple[str, int | None, str]:
    """Return session, turn and call of a change: those that are given, else the scope's."""
    if scope is None:
        return session or "", turn, tool_call_id or ""
    return (
        scope.session if session is None else session,
        scope.turn if turn is None else turn,
        scope.tool_call_id if tool_call_id is None else tool_call_id,
    )


class Entered:
    """A scope to be entered with `with`, once."""

    __slots__ = ("_scope", "_token")

    def __init__(self, scope: Scope | None) -> None:
        self._scope = scope
        self._token: Token[Scope | None] | None = None

    def __enter__(self) -> None:
        if self._scope is not None:
            self._token = _CURRENT.set(self._scope)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._token is not None:
            token, self._token = self._token, None
            leave(lambda: _CURRENT.reset(token))


def leave(reset: Callable[[], object]) -> None:
    """Give a context variable the value back that it had; another context, as a generator's may be, keeps its own."""
    try:
        reset()
    except (ValueError, RuntimeError):
        return
