"""The transformation ledger of one task: what was changed on its way to or from a model, to the byte, a line each.

Recording never fails its caller. A ledger that cannot be opened or written says so once, turns itself off and lets the
host go on.
"""

from __future__ import annotations

from _json import encode_basestring_ascii as quoted
from _thread import RLock
from _weakref import ref
from posix import urandom

from tallystick.kernel import openledgers, scopes
from tallystick.kernel import transformline as line
from tallystick.kernel.appending import AppendFile, reason
from tallystick.kernel.sidecars import Sidecars
from tallystick.kernel.transformmodes import COUNTS, DEBUG, mode_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _contextvars import Token
    from collections.abc import Callable, Mapping
    from types import TracebackType

    Context = Mapping[str, object]
    Change = tuple[str, int, Context | None]
    CallKey = tuple[str, int | None, str, str]
    Owner = tuple[str | None, int | None, str | None]

_LARGE = 1 << 20  # bytes; a larger text is not kept in memory until the next one


class Ledger:
    """One open ledger, or none: `path` is None where nothing is recorded. Any thread and task may use it."""

    __slots__ = (
        *("_chain_number", "_chains", "_cycle", "_file", "_last", "_lock", "_mode", "_number", "_said", "_sidecars"),
        *("__weakref__", "_tokens", "_warn", "path", "run", "task"),
    )

    def __init__(self, path: str | None, *, run: str, task: str, mode: str, warn: Callable[[str], object]) -> None:
        self.path = path
        self.run = run
        self.task = task
        self._mode = mode_of(mode)
        self._warn = warn
        self._said: set[str] = set()
        self._tokens: list[Token[Ledger | None]] = []
        self._last: line.Side | None = None
        self.start_anew()
        self._file: AppendFile | None = None
        self._sidecars = Sidecars(path or "")
        if path is not None:
            self._open(path)

    def _open(self, path: str) -> None:
        try:
            self._file = AppendFile(path)
        except (OSError, ValueError) as error:
            self._say(f"Savings ledger unavailable; accounting disabled: {reason(error)}: {path}")
            return
        openledgers.OPEN[id(self)] = ref(self)

    def start_anew(self) -> None:
        """Give events and chains ids of their own, as a forked process needs them, and a lock that nobody holds."""
        self._lock = RLock()
        self._cycle = urandom(5).hex()
        self._number = self._chain_number = 0
        self._chains = scopes.Chains(self._cycle)

    def __enter__(self) -> Ledger:  # noqa: PYI034 - typing costs start-up time, and nothing inherits from this
        """Make this the ledger of the caller's context."""
        self._tokens.append(openledgers.CURRENT.set(self))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._tokens:
            scopes.leave(lambda: openledgers.CURRENT.reset(self._tokens.pop()))
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_file", None) is not None:
            self.close()

    @property
    def is_recording(self) -> bool:
        """Whether the next change would be written down."""
        return self._file is not None

    @property
    def last_event(self) -> str:
        """The id of the change that was written down last."""
        return f"tx-{self._cycle}-{self._number:06d}"

    @property
    def mode(self) -> str:
        """What is kept of a change: counts, or also the texts (debug). A record has the mode that it began with."""
        return self._mode

    @mode.setter
    def mode(self, mode: str) -> None:
        self._mode = mode_of(mode)

    def scope(self, *, session: str = "", turn: int | None = None, tool_call_id: str = "") -> scopes.Entered:
        """Say whose changes follow, with `with`; what is left out stays, and the scope that one is in goes on."""
        if self._file is None:
            return _NO_SCOPE
        around = scopes.current(self)
        if around is not None:
            session = session or around.session
            turn = around.turn if turn is None else turn
            tool_call_id = tool_call_id or around.tool_call_id
            if (session, turn, tool_call_id) == (around.session, around.turn, around.tool_call_id):
                return scopes.Entered(around)
        return scopes.Entered(scopes.Scope(self, session or "", turn, tool_call_id or "", scopes.Chains(self._cycle)))

    def new_chain(self) -> str:
        """Return the id of a chain that nothing belongs to yet."""
        with self._lock:
            return self._next_chain()

    def goes_on(self, surface: str, text: str) -> bool:
        """Whether a change of this text would be the next one, or the first, of the scope's chain on a surface."""
        scope = scopes.current(self)
        if scope is None:
            return False
        key = (scope.session, scope.turn, scope.tool_call_id, surface)
        end = self._chains.end(key) if scope.tool_call_id else scope.chains.end(surface)
        return end is None or end == line.Side(text).digest

    @property
    def together(self) -> RLock:
        """What to hold with `with` so that no other thread's records come between one's own."""
        return self._lock

    def record_transform(
        self,
        *,
        bucket: str,
        layer: str,
        mechanism: str,
        before: str,
        after: str,
        surface: str,
        change_count: int = 1,
        ctx: Context | None = None,
        session: str | None = None,
        turn: int | None = None,
        tool_call_id: str | None = None,
        chain_id: str | None = None,
        chain_step: int | None = None,
    ) -> bool:
        """Write down that a text was changed, and say whether that was done; nothing for a text that stayed the same.

        Session, turn and call are those of the scope unless they are given. Without a chain of its own the change is
        the next one of its call and surface, else of its scope and surface, else the only one of a new chain.
        """
        if self._file is None or before == after:
            return False
        try:
            return self._record(
                line.labels(bucket, layer, mechanism),
                (before, after),
                (surface, change_count, ctx),
                (session, turn, tool_call_id),
                (chain_id, chain_step),
            )
        except UnicodeEncodeError:
            self._say("A change was not recorded: its text holds half a character, which has no bytes in UTF-8")
        except Exception as error:  # noqa: BLE001 - accounting that fails must not stop what it accounts for
            self._say(f"A change was not recorded: {type(error).__name__}: {error}")
        return False

    def record_legacy(
        self,
        bucket: str,
        layer: str,
        mechanism: str,
        input_chars: int,
        output_chars: int,
        measure_type: str = "exact",
        ctx: Context | None = None,
    ) -> bool:
        """Write down a cost or an estimate in characters that is no change of a text; say whether that was done."""
        try:
            where = scopes.owner(scopes.current(self), None, None, None)[:2]
            data = line.legacy((bucket, layer, mechanism), (input_chars, output_chars), measure_type, where, ctx)
            with self._lock:
                return self._write(data)
        except Exception as error:  # noqa: BLE001 - see record_transform
            self._say(f"A saving was not recorded: {type(error).__name__}: {error}")
        return False

    def close(self) -> None:
        """Let go of the file; nothing is recorded from here on."""
        with self._lock:
            openledgers.OPEN.pop(id(self), None)
            if self._file is not None:
                self._file.close()
            self._file = self._last = None

    def _record(
        self, labels: str, texts: tuple[str, str], change: Change, owner: Owner, chain: tuple[str | None, int | None]
    ) -> bool:
        mode = self._mode
        last = self._last  # the text that a pipeline changes next is mostly the one that it made last
        old = last if last is not None and last.text is texts[0] else line.Side(texts[0])
        new = line.Side(texts[1])
        surface, change_count, ctx = change
        body = f'{labels},{line.measures(old, new, change_count)},"ctx":{line.details(ctx)}'
        where = quoted(surface)
        scope = scopes.current(self)
        session, turn, call = scopes.owner(scope, *owner)
        whose = line.owner(session, turn, call)
        changes = _locate(old.text, new.text) if mode == DEBUG else None
        with self._lock:
            if self._file is None:
                return False
            chain_id, step = self._chain(scope, (session, turn, call, surface), new.digest, *chain)
            self._number += 1
            event = self.last_event
            paths = None
            if changes is not None:
                paths, fault = self._sidecars.keep(event, old.data, new.data)
                body += line.evidence(changes, paths, fault)
            text = (
                f'{{"event":"transformation","schema_version":{line.SCHEMA_VERSION},"event_id":"{event}'
                f"{line.head(self.run, self.task, mode)}{whose}"
                f',"surface":{where},"chain_id":{quoted(chain_id)},"chain_step":{step},{body}}}\n'
            )
            self._last = new if new.size < _LARGE else None
            done = self._write(text.encode("ascii"))
            if paths is not None and not done:
                self._sidecars.drop(paths)
            return done

    def _chain(
        self, scope: scopes.Scope | None, key: CallKey, end: str, chain_id: str | None, step: int | None
    ) -> tuple[str, int]:
        if chain_id:
            return chain_id, step or 1
        if key[2]:
            return self._chains.follow(key, end) or self._chains.start(key, end, self._next_chain())
        if scope is None:
            return self._next_chain(), 1
        if scope.chains.cycle != self._cycle:  # entered before this process was forked off
            scope.chains = scopes.Chains(self._cycle)
        return scope.chains.follow(key[3], end) or scope.chains.start(key[3], end, self._next_chain())

    def _next_chain(self) -> str:
        self._chain_number += 1
        return f"chain-{self._cycle}-{self._chain_number:06d}"

    def _write(self, data: bytes) -> bool:
        if self._file is None:
            return False
        try:
            self._file.append(data)
        except OSError as error:
            self.close()
            self._say(f"Savings ledger write failed; accounting disabled: {reason(error)}: {self.path}")
            return False
        return True

    def _say(self, message: str) -> None:
        """Warn, once of each kind: a host that changes thousands of texts is not to read thousands of lines."""
        kind = message.partition(":")[0]
        if kind in self._said:
            return
        self._said.add(kind)
        try:
            self._warn(message)
        except Exception:  # noqa: BLE001 - where warnings are errors, the host still goes on
            return


def _locate(before: str, after: str) -> list[dict[str, object]]:
    from tallystick.kernel.excerpts import located

    return located(before, after)


_NO_SCOPE = scopes.Entered(None)
NULL = Ledger(None, run="", task="", mode=COUNTS, warn=lambda message: None)


def get_ledger() -> Ledger:
    """Return the caller's ledger, else one that records nothing and costs next to nothing."""
    return openledgers.chosen() or NULL
