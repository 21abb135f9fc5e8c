"""Every time the plan said no: from limit lines of transcripts and from what the status line noted, each once."""

from __future__ import annotations

import marshal

from tallystick.accounting import digests, evidence, frontier
from tallystick.accounting.limits import SEVEN_DAYS
from tallystick.accounting.periods import find_zone, moment
from tallystick.agents import AGENTS
from tallystick.kernel.models import take_apart
from tallystick.model.receipt import Exhaustion
from tallystick.store import queries
from tallystick.store import windows as store
from tallystick.tasks import rereading, windows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tallystick.accounting.frontier import Notice
    from tallystick.accounting.receipts import Place
    from tallystick.accounting.windows import Windows
    from tallystick.model.answers import TranscriptRow
    from tallystick.model.settings import Settings
    from tallystick.store.index import Index

_KEY, _FORM = "efforts", "1"


def exhaustions(
    index: Index, root: str, settings: Settings, official: Windows, places: Mapping[int, Place]
) -> list[Exhaustion]:
    """Return every exhaustion with what was used in its window until then, without exposure."""
    notices = frontier.distinct([*_of_transcripts(index, places), *_of_readings(index, root, places)])
    efforts = _find_efforts(index, notices) if notices else []
    return [
        _measure(index, settings, official, notice, effort) for notice, effort in zip(notices, efforts, strict=True)
    ]


def _of_transcripts(index: Index, places: Mapping[int, Place]) -> Iterator[Notice]:
    for file, line, part, t, session, kind, resets in store.limits(index):
        yield frontier.Notice(
            t,
            is_weekly=frontier.is_weekly(kind),
            resets=resets,
            evidence=evidence.name(places[file].prefix, line, part),
            session=session,
            file=file,
            line=line,
        )


def _of_readings(index: Index, root: str, places: Mapping[int, Place]) -> Iterator[Notice]:
    """Yield the readings of a full allowance, by the last response that their session had until then.

    One of a session that the index does not know has no evidence, so it counts for nothing.
    """
    for allowance, second, resets, session in windows.read_limits(root, index).exhausted:
        found = store.turn_before(index, session, second * 1000 + 999)
        if found is not None:
            file, line, part = found
            yield frontier.Notice(
                second * 1000,
                is_weekly=allowance == SEVEN_DAYS,
                resets=resets,
                evidence=evidence.name(places[file].prefix, line, part),
                session=0,
                file=file,
                line=line + 1,
            )


def _measure(index: Index, settings: Settings, official: Windows, notice: Notice, effort: str) -> Exhaustion:
    used = store.used(index, official.at(notice.t // 1000).start * 1000, notice.t)
    names = queries.names_of(index, {model for model, *_ in used[:1]})
    model = take_apart(names.get(used[0][0], "")).ids[-1] if used else ""
    month = moment(notice.t // 1000, find_zone(None))[:7]
    partition = (settings.account_tier, frontier.family(model), effort, month)
    found = Exhaustion(notice.t, notice.evidence, is_weekly=notice.is_weekly, partition=partition)
    for _, fresh, prompt, cached, output in used:
        found.input += fresh
        found.prompt += prompt
        found.cached += cached
        found.output += output
    return found


def _find_efforts(index: Index, notices: list[Notice]) -> list[str]:
    """Return the effort of the last response before each notice.

    Only the transcript's line says so, and the client deletes it after a month: what was found once is kept.
    """
    transcripts = queries.transcripts(index)
    stored = index.cache(_KEY, _FORM)
    kept: dict[int, str] = marshal.loads(stored) if stored else {}  # noqa: S302 - from our own index
    found = dict(kept)
    efforts = []
    for notice in notices:
        transcript = transcripts[notice.file]
        key = digests.key(f"{transcript.id}:{notice.line}")
        if key not in found and (effort := _read_effort(index, transcript, notice.line)):
            found[key] = effort
        efforts.append(found.get(key, frontier.UNKNOWN))
    if found != kept:
        index.keep(_KEY, _FORM, marshal.dumps(found))
    return efforts


def _read_effort(index: Index, transcript: TranscriptRow, line: int) -> str:
    offset = store.response_before(index, transcript.file, line)
    agent = next((agent for agent in AGENTS if transcript.agent == agent.NAME), None)
    record = rereading.read_line(transcript.path, offset) if offset is not None else None
    return agent.effort(record) if agent and record else ""
