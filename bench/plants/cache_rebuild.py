"""Cache rebuild: a response writes again what had been cached, because it could not read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.plant_scene import RISK

if TYPE_CHECKING:
    from bench.plant_scene import Scene
    from bench.plant_thread import Turn

NAME = "cache_rebuild"
GROWN = 60_000


def grown(s: Scene) -> Turn:
    """A context of more than 60,000 tokens, all of it cached."""
    s.t.fresh += GROWN
    s.t.say()
    return s.t.say()


def rebuilt(s: Scene, before: Turn, now: Turn, lost: int) -> None:
    """The finding: so many tokens were written again."""
    s.expect(NAME, RISK, now, before, payload_tokens=lost, exposure_token_turns=None)


def all_of_it(s: Scene) -> None:
    """Nothing could be read, after a pause of an hour."""
    before = grown(s)
    s.t.now += 3_600_000
    s.t.ask("Go on, please.")
    lost = s.t.cached
    rebuilt(s, before, s.t.say(lost=lost), lost)


def all_but_the_system_prompt(s: Scene) -> None:
    """The first 12,000 tokens could still be read."""
    before = grown(s)
    lost = s.t.cached - 12_000
    rebuilt(s, before, s.t.say(lost=lost), lost)


def for_a_stated_cause(s: Scene) -> None:
    """The client says why."""
    before = grown(s)
    lost = s.t.cached
    now = s.t.say(lost=lost)
    for entry in s.t.lines[now.line - 1 : now.last]:
        reason = {"type": "messages_changed", "cache_missed_input_tokens": lost}
        entry["message"]["diagnostics"] = {"cache_miss_reason": reason}
    rebuilt(s, before, now, lost)


def in_midst_of_work(s: Scene) -> None:
    """A response that calls a tool."""
    before = grown(s)
    block = s.t.call("Bash", {"command": f"ls bench_{s.number}"})
    lost = s.t.cached
    now = s.t.respond([block], lost=lost)
    text = s.text(80)
    s.t.give(block, len(s.t.lines), text, 20)
    rebuilt(s, before, now, lost)


def much_that_is_new(s: Scene) -> None:
    """Much is written, and all that was cached is read."""
    grown(s)
    s.t.fresh += 50_000
    s.t.say()


def the_context_was_cut(s: Scene) -> None:
    """A compaction: little is read, and little is written."""
    grown(s)
    s.t.compact()
    s.t.say()


def little_is_written(s: Scene) -> None:
    """Little is read, and little is written in its place: the context has become smaller."""
    grown(s)
    s.t.cached = 12_000
    s.t.say()


def the_first_of_a_child(s: Scene) -> None:
    """A child's first response reads nothing: there was nothing before it."""
    grown(s)
    (child,) = s.spawn(1)
    child.fresh += 60_000
    child.say()


def the_first_of_a_session(s: Scene) -> None:
    """A new session's first response reads nothing."""
    grown(s)
    s.t.say()
    s.t = s.open(late_ms=7_200_000)
    s.t.fresh += 60_000
    s.t.say()


def copied_by_a_fork(s: Scene) -> None:
    """A fork copies the rebuild: it counts once."""
    before = grown(s)
    lost = s.t.cached
    rebuilt(s, before, s.t.say(lost=lost), lost)
    s.fork(s.t)


HITS = (all_of_it, all_but_the_system_prompt, for_a_stated_cause, in_midst_of_work)
NEAR = (
    *(much_that_is_new, the_context_was_cut, little_is_written, the_first_of_a_child, the_first_of_a_session),
    copied_by_a_fork,
)
WHERE = {copied_by_a_fork: ("plain", "compacted", "cleared"), the_first_of_a_session: ("plain", "compacted", "cleared")}
