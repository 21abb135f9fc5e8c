"""The server: one loop over what pi says and what auxiliary models reply. It answers first and writes down afterwards.

Many results may wait for a model at a time; all else is answered at once, in the order of its coming.
"""

from __future__ import annotations

import os
import select
import sys
from collections import deque
from time import monotonic

from tallystick.errors import TallyError
from tallystick.mechanisms import lazy
from tallystick.mechanisms.records import Ask, Catalogue
from tallystick.mechanisms.session import Session
from tallystick.mechanisms.settings import parse
from tallystick.model.settings import Settings
from tallystick.pi import aux, protocol
from tallystick.pi.books import Books
from tallystick.tasks import digest
from tallystick.tasks.settings import load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tallystick.host.environment import Surroundings
    from tallystick.mechanisms.records import Outcome, Turned

    Said = dict[str, object]

_CHUNK = 1 << 20
_MARGIN_MS = 3000  # what our own work, and a start of Python, may add to the time of a model
_LARGEST_SKILL = 1 << 20  # bytes


def serve(place: Surroundings) -> int:
    """Answer pi until it closes the connection; settings that cannot be used are those that hold without any."""
    server = Server(place, lambda data: _write_all(sys.stdout.fileno(), data))
    server.run(sys.stdin.fileno())
    return 0


def _write_all(handle: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


class Server:
    """One pi's server: the session it is in, the asks that wait, and what is still to be written down."""

    def __init__(self, place: Surroundings, send: Callable[[bytes], None]) -> None:
        self._place = place
        self._send = send
        self._settings = parse(place.environ)
        self._books = Books(place, self._settings)
        self._session = Session(self._settings, self._digest)
        self._model = aux.choose(place.environ, _configured(place), self._settings)
        self._waiting: dict[int, tuple[Ask, int, float]] = {}  # number -> what is asked, for which request, until (s)
        self._number = 0
        self._later: deque[Callable[[], None]] = deque()
        self._acts: dict[str, Callable[[Said], Said | None]] = {
            "session_start": self._start,
            "before_agent_start": self._prepare,
            "tool_result": self._judge,
            "injected": self._note,
            "context": self._render,
            "find_capability": self._search,
            "turn_end": lambda said: self._turned(self._session.turn_end()),
            "agent_end": lambda said: self._turned(self._session.agent_end()),
            "stats": lambda said: {"text": self._session.stats_text(self._books.log_path)},
        }

    def run(self, handle: int) -> None:
        """Read and answer until the input ends; then write down what is left."""
        pieces: list[bytes] = []  # of a line that has not ended yet: a request of megabytes comes in many
        while True:
            ready = select.select([handle, self._model.handle], [], [], self._patience())[0]
            if handle in ready:
                data = os.read(handle, _CHUNK)
                if not data:
                    break
                pieces.append(data)
                if b"\n" in data:
                    *lines, last = b"".join(pieces).split(b"\n")
                    pieces = [last]
                    for line in lines:
                        self.hear(line)
            for number, reply, was_sent in self._model.replies():
                self._replied(number, reply, was_sent=was_sent)
            self._give_up()
            if not ready and self._later:
                self._later.popleft()()
        while self._later:
            self._later.popleft()()
        self._books.close()

    def hear(self, line: bytes) -> None:
        """Answer one line of pi's; what goes wrong is its answer, and pi goes on without us."""
        number = 0
        try:
            said = protocol.read(line)
            if "answer" in said:
                text = said.get("text")
                was_sent = said.get("sent") is not False
                self._replied(int(str(said["answer"])), text if isinstance(text, str) else None, was_sent=was_sent)
                return
            number = int(str(said["id"]))
            reply = self._acts[str(said["type"])](said)
            if reply is not None:
                self._reply(number, reply)
        except protocol.Misread as problem:
            self._reply(problem.id, {"error": str(problem)})
        except Exception as problem:  # noqa: BLE001 - whatever it is, pi must go on
            self._reply(number, _failed(problem))

    def _reply(self, number: int, said: Said) -> None:
        self._send(protocol.write({"id": number, **said}))

    def _start(self, said: Said) -> Said:
        for _, request, _ in self._waiting.values():  # of another session: they stay as they are
            self._reply(request, {})
        self._waiting.clear()
        self._session = Session(self._settings, self._digest)
        snapshots = said["snapshots"]
        assert isinstance(snapshots, list)
        self._session.session_start([one for one in snapshots if isinstance(one, dict)])
        self._books.begin(str(said["session"]))
        reply: Said = {"longMs": int(self._settings.aux_timeout_ms) + _MARGIN_MS}
        if self._settings.is_on and self._settings.stats_widget:
            reply["widget"] = self._session.widget()
        if self._settings.is_on and self._settings.lazy:
            reply["tool"] = lazy.TOOL
        return reply

    def _prepare(self, said: Said) -> Said:
        started = self._session.before_agent_start(str(said["systemPrompt"]), _catalogue(said))
        self._later += self._books.of(started.events, started.changes)
        reply: Said = {}
        if started.system_prompt is not None:
            reply["systemPrompt"] = started.system_prompt
        if started.active is not None:
            reply["active"] = started.active
        return reply

    def _judge(self, said: Said) -> Said | None:
        result = said["result"]
        assert isinstance(result, dict)
        found = self._session.tool_result(result)
        if not isinstance(found, Ask):
            return self._done(found)
        self._number += 1
        until = monotonic() + found.timeout_ms / 1000
        self._waiting[self._number] = (found, int(str(said["id"])), until)
        asked = self._model.ask(self._number, found)
        if asked is not None:
            self._send(protocol.write({"ask": self._number, **asked}))
        return None

    def _replied(self, number: int, reply: str | None, *, was_sent: bool) -> None:
        ask, request, _ = self._waiting.pop(number, (None, 0, 0))
        if ask is None:  # one that came too late is of no use any more
            return
        try:
            self._reply(request, self._done(self._session.answered(ask, reply, was_sent=was_sent)))
        except Exception as problem:  # noqa: BLE001 - nor may this end what others wait for
            self._reply(request, _failed(problem))

    def _give_up(self) -> None:
        now = monotonic()
        for number in [number for number, (_, _, until) in self._waiting.items() if until <= now]:
            self._replied(number, None, was_sent=True)

    def _patience(self) -> float | None:
        """How long there may be nothing to read (s): not at all while something is to be written down."""
        if self._later:
            return 0.0
        ends = [until for _, _, until in self._waiting.values()]
        return max(0.0, min(ends) - monotonic()) if ends else None

    def _done(self, outcome: Outcome) -> Said:
        self._later += self._books.of(outcome.events, outcome.changes)
        reply: Said = {}
        if outcome.content is not None:
            reply |= {"content": outcome.content, "details": outcome.details}
        if outcome.inject is not None:
            reply["inject"] = outcome.inject
        return reply

    def _note(self, said: Said) -> Said:
        return self._done(self._session.injected(str(said["toolCallId"]), accepted=said["accepted"] is True))

    def _render(self, said: Said) -> Said:
        messages = said["messages"]
        assert isinstance(messages, list)
        outcome = self._session.context(messages)
        return {**self._done(outcome), "edits": outcome.edits}

    def _search(self, said: Said) -> Said:
        params = said["params"]
        assert isinstance(params, dict)
        found = self._session.find_capability(str(said["toolCallId"]), params, _catalogue(said))
        text = found.text
        if found.skill is not None:
            text = self._session.skill_text(found, _read(found.skill.path))
        return {"text": text, "details": found.details, "activate": found.activate}

    def _turned(self, turned: Turned | None) -> Said:
        if turned is None:
            return {}
        self._later += self._books.turn(turned)
        return {"snapshot": turned.snapshot, "widget": turned.widget}

    def _digest(self, command: str, text: str) -> str:
        return digest.shorten(command, text, self._place.root)


def _failed(problem: Exception) -> Said:
    return {"error": f"{type(problem).__name__}: {problem}"}


def _catalogue(said: Said) -> Catalogue:
    found = said["catalogue"]
    assert isinstance(found, dict)
    return Catalogue.of(found)


def _read(path: str) -> str | None:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read(_LARGEST_SKILL)
    except OSError:
        return None


def _configured(place: Surroundings) -> Settings:
    try:
        return load(place.root, None)
    except TallyError as error:
        sys.stderr.write(f"tally: {error}\n")
        return Settings()
