"""One session of a host, from start to end: which mechanism a result goes to, what has left, and what was booked.

It is told what happens and answers what is to be done. It opens nothing, asks no model and knows no time; the door
that feeds it does, and hands back the replies in any order.
"""

from __future__ import annotations

import json

from tallystick.mechanisms import amnesia, bash, lazy, statements, write
from tallystick.mechanisms.counters import Counters
from tallystick.mechanisms.estimate import estimate, quarter, units
from tallystick.mechanisms.records import Outcome, Started, Turned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from tallystick.mechanisms.messages import Message
    from tallystick.mechanisms.records import Ask, Catalogue, Event, Found
    from tallystick.mechanisms.settings import Settings


class Session:
    """State of a session. `digest` makes a digest of a command and its output where no model did: the filters."""

    __slots__ = (
        "_activated",
        "_counters",
        "_digest",
        "_drops",
        "_facts",
        "_gone",
        "_regretted",
        "_settings",
        "_skills",
    )

    def __init__(self, settings: Settings, digest: Callable[[str, str], str] | None = None) -> None:
        self._settings = settings
        self._digest = digest
        self._counters = Counters()
        self._drops: set[str] = set()  # results of this run that may go
        self._gone: dict[str, None] = {}  # those that went, in order
        self._regretted: set[str] = set()  # calls whose result was dropped; made again, they are wanted
        self._facts: dict[str, write.Fact] = {}  # in the session or on their way there, their writes not stripped yet
        self._skills: set[str] = set()  # calls that loaded a skill
        self._activated: set[str] = set()  # tools that are active until the next prompt

    def session_start(self, snapshots: Iterable[Mapping[str, object]]) -> None:
        """Take up the counters where the current branch left them."""
        self._counters = Counters.of(snapshots)
        self._facts.clear()
        self._forget_run()

    def before_agent_start(self, system_prompt: str, catalogue: Catalogue) -> Started:
        """Return what the prompt of a run does without."""
        self._forget_run()
        active = self._deactivated(catalogue)
        if not self._settings.is_on or not self._settings.lazy:
            return Started(active=active)
        spared = lazy.avoided(catalogue.with_active(catalogue.active if active is None else active))
        found = lazy.without_skills(system_prompt, catalogue.section) if self._settings.lazy_skills else None
        prompt, changes = None, []
        if found is not None:
            prompt, taken = found
            spared += estimate(taken)
            changes.append(lazy.stripped(system_prompt, prompt))
        self._counters.expect(spared)
        return Started(prompt, active, [lazy.spared(spared)], changes)

    def tool_result(self, result: Mapping[str, object]) -> Ask | Outcome:
        """Return what has to be asked about a result before it is sent on, or what becomes of it."""
        settings = self._settings
        if not settings.is_on:
            return Outcome()
        if settings.bash and (ask := bash.begin(result, settings)):
            return ask
        if settings.write and (ask := write.begin(result, settings)):
            return ask
        if not settings.amnesia or str(result.get("toolCallId")) in self._skills:
            return Outcome()
        ask = amnesia.begin(result, settings)
        if ask and _call(result) in self._regretted:
            return Outcome(events=[amnesia.tagged(result, amnesia.RETAIN)])
        return ask or Outcome()

    def answered(self, ask: Ask, reply: str | None, *, was_sent: bool = True) -> Outcome:
        """Return what becomes of a result: with the reply, or with none (no model, no key, an error, too late).

        What was sent is booked, answered or not; `was_sent` is false where no request left.
        """
        if was_sent:
            tokens_in = quarter(units(ask.prompt) + units(ask.content))
            self._counters.add_call(tokens_in, estimate(reply or ""))
        if ask.mechanism == bash.NAME:
            return self._booked(bash.NAME, bash.finish(ask, reply, self._settings, self._digest))
        if ask.mechanism == write.NAME:
            fact, outcome = write.finish(ask, reply)
            if fact is not None:
                self._facts[fact.tool_call_id] = fact
            return outcome
        decision, outcome = amnesia.finish(ask, reply)
        if decision == amnesia.DROP:
            self._drops.add(ask.tool_call_id)
            self._regretted.add(_call(ask.result))
        return outcome

    def injected(self, tool_call_id: str, *, accepted: bool) -> Outcome:
        """Take note whether the host took a fact; one that it did not take strips nothing and saves nothing."""
        fact = None if accepted else self._facts.pop(tool_call_id, None)
        return Outcome(events=[fact.failure()]) if fact else Outcome()

    def context(self, messages: Sequence[Message]) -> Outcome:
        """Return the messages of a request as they are to be sent."""
        if not self._settings.is_on:
            return Outcome()
        stripped, ids = write.strip(messages) if self._settings.write else (Outcome(), [])
        view = messages if stripped.messages is None else stripped.messages
        pruned, gone = amnesia.prune(view, self._drops, self._gone) if self._settings.amnesia else (Outcome(), [])
        self._booked(amnesia.NAME, pruned)
        self._gone.update(dict.fromkeys(gone))
        self._drops.difference_update(gone)
        return Outcome(
            messages=stripped.messages if pruned.messages is None else pruned.messages,
            edits=sorted({**dict(stripped.edits), **dict(pruned.edits)}.items()),
            events=[*self._written(ids), *pruned.events],
            changes=[*stripped.changes, *pruned.changes],
        )

    def find_capability(self, tool_call_id: str, params: Mapping[str, object], catalogue: Catalogue) -> Found:
        """Return the answer of a search, and what it loads."""
        found = lazy.find(params, catalogue)
        self._activated.update(set(found.activate) - set(catalogue.active))
        if found.skill is not None:
            self._skills.add(tool_call_id)
        return found

    def skill_text(self, found: Found, body: str | None) -> str:
        """Return the answer of a search that loaded a skill; None where its file could not be read."""
        return lazy.skill_text(found, body, self._settings)

    def turn_end(self) -> Turned:
        """Close the books of a turn."""
        event, row = self._counters.end_turn()
        return Turned(events=[event], snapshot=self._counters.snapshot(), widget=self.widget(), row=row)

    def widget(self) -> str:
        """Return the line above the editor, empty where there is to be none."""
        shown = self._settings.is_on and self._settings.stats_widget
        return statements.widget(self._counters, has_net=self._settings.stats_net) if shown else ""

    def agent_end(self) -> Turned | None:
        """End a run; what was booked after its last turn, which somebody broke off, is a turn of its own."""
        self._forget_run()
        return self.turn_end() if self._counters.is_open else None

    def stats_text(self, log_path: str) -> str:
        """Return the answer of `/ctx-stats`."""
        return statements.page(self._counters, log_path)

    def _forget_run(self) -> None:
        self._drops.clear()
        self._gone.clear()
        self._regretted.clear()
        self._skills.clear()

    def _deactivated(self, catalogue: Catalogue) -> tuple[str, ...] | None:
        """Return the active tools without those that the last run looked up, None where there are none of these."""
        kept = tuple(name for name in catalogue.active if name not in self._activated)
        self._activated.clear()
        return kept if kept != catalogue.active else None

    def _booked(self, mechanism: str, outcome: Outcome) -> Outcome:
        for event in outcome.events:
            self._counters.add(mechanism, _saved(event))
        return outcome

    def _written(self, ids: Sequence[str]) -> list[Event]:
        """Book the writes whose content has gone for the first time."""
        facts = [self._facts.pop(name) for name in ids if name in self._facts]
        for fact in facts:
            self._counters.add(write.NAME, fact.saved)
        return [fact.event() for fact in facts]


def _saved(event: Event) -> int:
    found = event.get("saved")
    return found if isinstance(found, int) else 0


def _call(result: Mapping[str, object]) -> str:
    """Return what stands for a call: its tool and its arguments."""
    return json.dumps([result.get("toolName"), result.get("input")], sort_keys=True, default=str)
