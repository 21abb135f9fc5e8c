"""Looks at everything that reports rest on and says what it finds; nothing that is wrong there makes it fail."""

from __future__ import annotations

import os

from tallystick.accounting.periods import find_zone, moment
from tallystick.accounting.pricerows import is_published
from tallystick.agents import AGENTS
from tallystick.errors import TallyError
from tallystick.host import client_settings, limits, mounts, pricecache, prices, transcripts
from tallystick.host.environment import shorten
from tallystick.kernel.styled import name as name_of
from tallystick.model.remark import Remark
from tallystick.model.settings import Settings
from tallystick.model.transcript_file import GONE, UNREADABLE
from tallystick.reports import figures as show
from tallystick.store import backups, health, queries, sums
from tallystick.store.index import open_index
from tallystick.tasks import (
    hooked,
    hooks_installed,
    install_pi,
    installed,
    instructions,
    mechanisms,
    pricebook,
    saved,
    settings,
    windows,
)
from tallystick.tasks.refresh import refresh

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tallystick.agents.protocol import Agent
    from tallystick.host.environment import Surroundings
    from tallystick.store.index import Index

_DAY_MS = 86_400_000
_OLD_PRICES = 60  # days after which the age of the price list is worth a warning


def diagnose(place: Surroundings, progress: Callable[[int, int], None] | None = None) -> list[Remark]:
    """Return what is found, in the order of the page; a failure is a remark too."""
    remarks: list[Remark] = []
    found = Settings()
    _collect(remarks, "transcripts", _sources(place))
    _collect(remarks, "sync", _sync(place, progress))
    try:
        found = settings.load(place.root, None)
    except TallyError as error:
        remarks.append(Remark("settings", str(error), is_warning=True))
    _collect(remarks, "settings", _settings(place, found))
    _collect(remarks, "index", _kept(place))
    _collect(remarks, "prices", _prices(place, found))
    _collect(remarks, "prices", _refreshed(place))
    _collect(remarks, "status line", installed.remarks(place))
    _collect(remarks, "hooks", hooks_installed.remarks(place, found))
    _collect(remarks, "pi bridge", install_pi.remarks(place))
    _collect(remarks, "commits", hooked.remarks(place))
    _collect(remarks, "savings", hooks_installed.compression(place))
    _collect(remarks, "savings", saved.remarks(place))
    _collect(remarks, "savings", instructions.remarks(os.path.curdir))
    _collect(remarks, "savings", mechanisms.remarks(place))
    _collect(remarks, "windows", _windows(place))
    return remarks


def _collect(remarks: list[Remark], about: str, found: Iterator[Remark]) -> None:
    try:
        remarks.extend(found)
    except TallyError as error:
        remarks.append(Remark(about, str(error), is_warning=True))
    except OSError as error:
        remarks.append(Remark(about, f"{error.filename or about}: {error.strerror}", is_warning=True))


def _kept(place: Surroundings) -> Iterator[Remark]:
    index = open_index(place.root)
    if index is None:
        yield Remark("index", f"none yet; it will be {shorten(place.root, place.environ)}/index.sqlite3")
        return
    with index:
        yield from _index(place, index)
        yield from _history(index)
        yield from _losses(place, index)


def _sources(place: Surroundings) -> Iterator[Remark]:
    """Say of each agent where its transcripts lie; of one that left nothing, only where none left anything."""
    folders = {
        agent.NAME: transcripts.config_dirs(agent.SOURCE, place.environ, tuple(place.config_dirs or ()))
        for agent in AGENTS
    }
    used = [agent for agent in AGENTS if any(_holds(agent, folder) for folder in folders[agent.NAME])]
    for agent in used or AGENTS:
        for folder in folders[agent.NAME]:
            yield _source(agent, folder, shorten(folder, place.environ))


def _holds(agent: Agent, folder: str) -> bool:
    return os.path.isdir(os.path.join(folder, agent.SOURCE.folder))


def _source(agent: Agent, folder: str, shown: str) -> Remark:
    if not _holds(agent, folder):
        return Remark(agent.NAME, f"{shown}: no transcripts there")
    if not agent.SOURCE.expires:
        return Remark(agent.NAME, f"{shown}: transcripts stay until somebody deletes them")
    days = client_settings.cleanup_days(folder)
    if days is None:
        return Remark(agent.NAME, f"{shown}: its settings.json cannot be read", is_warning=True)
    if days:
        return Remark(agent.NAME, f"{shown}: transcripts are deleted after {show.plural(days, 'day')}")
    return Remark(agent.NAME, f"{shown}: cleanupPeriodDays is 0, no transcripts are kept", is_warning=True)


def _sync(place: Surroundings, progress: Callable[[int, int], None] | None) -> Iterator[Remark]:
    refresh(place, progress)
    yield from ()


def _settings(place: Surroundings, found: Settings) -> Iterator[Remark]:
    path = os.path.join(place.root, "config.toml")
    if not os.path.exists(path):
        return
    yield Remark("settings", shorten(path, place.environ))
    if found.unknown:
        yield Remark("settings", f"no part knows {', '.join(found.unknown)}", is_warning=True)
    if found.commands == "text":
        yield Remark("settings", "[privacy] commands = text: the index keeps the text of shell commands")


def _index(place: Surroundings, index: Index) -> Iterator[Remark]:
    size = os.path.getsize(index.path)
    path = shorten(index.path, place.environ)
    yield Remark("index", f"{path}, {show.size(size)}, version {health.version(index)}")
    if mounts.is_network(place.root):
        kind = mounts.file_system(place.root)
        yield Remark(
            "index", f"stands on a network file system ({kind}): only one machine should write to it", is_warning=True
        )
    copies = backups.kept(index)
    if copies:
        newest = os.path.basename(copies[-1]).removeprefix("index-").removesuffix(".sqlite3")
        yield Remark("backups", f"{show.plural(len(copies), 'copy', 'copies')}, the newest of {newest}")
    else:
        yield Remark("backups", "none yet; one is made every week while the index changes, or by tally backup")


def _history(index: Index) -> Iterator[Remark]:
    covered = queries.coverage(index)
    zone = find_zone(None)
    counts = f"{show.plural(covered.files, 'transcript')}, {show.plural(health.sessions(index), 'session')}"
    text = f"{counts}, {show.plural(health.responses(index), 'response')}"
    if covered.first_ms is not None and covered.last_ms is not None:
        text += f", {moment(covered.first_ms // 1000, zone)[:10]} to {moment(covered.last_ms // 1000, zone)[:10]}"
    yield Remark("history", text)
    gone = health.paths(index, GONE)
    if gone:
        oldest = health.oldest(index, GONE)
        since = "" if oldest is None else f", the oldest of {moment(oldest // 1000, zone)[:10]}"
        yield Remark("history", f"{show.plural(len(gone), 'transcript')} only the index still knows{since}")
    unlinked = health.unlinked(index)
    if unlinked:
        yield Remark("history", f"{show.plural(unlinked, 'child transcript')} without a known call that spawned it")


def _losses(place: Surroundings, index: Index) -> Iterator[Remark]:
    unreadable = health.paths(index, UNREADABLE)
    if unreadable:
        text = f"{show.plural(len(unreadable), 'transcript')} cannot be read: check the permissions"
        yield Remark("unreadable", text, places=_short(place, unreadable), is_warning=True)
    rewritten = queries.no_longer_present(index)
    if rewritten:
        responses = show.plural(sum(count for _, count in rewritten), "response")
        text = f"{responses} of rewritten files, kept though no longer there"
        yield Remark("rewritten", text, places=_short(place, [path for path, _ in rewritten]))
    reasons: dict[str, list[str]] = {}
    for row in queries.rejections(index):
        reasons.setdefault(row.reason, []).append(f"{shorten(row.path, place.environ)}, line {row.line}")
    for reason, places in reasons.items():
        yield Remark("rejections", f"{show.count(len(places))} {reason}", places=tuple(places), is_warning=True)


def _short(place: Surroundings, paths: list[str]) -> tuple[str, ...]:
    return tuple(shorten(path, place.environ) for path in paths)


def _prices(place: Surroundings, found: Settings) -> Iterator[Remark]:
    book = pricebook.load(None, found, place.environ, root=place.root)
    if is_published(book.origin):
        text = f"shipped price list {book.version}"
    else:
        text = f"{shorten(book.origin, place.environ)} {book.version}".rstrip()
    if book.as_of is None:
        yield Remark("prices", f"{text}, without a date on which it was checked")
    else:
        days = (place.now_ms // _DAY_MS) - _day(book.as_of)
        age = f", {show.plural(days, 'day')} ago" if days > 0 else ""
        yield Remark("prices", f"{text}, checked {book.as_of}{age}", is_warning=days > _OLD_PRICES)
    index = open_index(place.root)
    if index is None:
        return
    with index:
        names = queries.names_of(index, sums.models(index))
    unpriced = sorted(name for name in names.values() if book.quote(name, place.now_ms, 0, 0) is None)
    if unpriced:
        text = f"no price for {', '.join(map(name_of, unpriced))}: tally prices explain MODEL says why"
        yield Remark("prices", text, is_warning=True)


def _refreshed(place: Surroundings) -> Iterator[Remark]:
    cache = prices.cache_file(place.root, place.environ)
    kept = pricecache.read(cache) if cache else None
    if kept is not None:
        dates = f"published {kept.published[:10]}, fetched {kept.fetched}"
        yield Remark("prices", f"over it the AWS Price List of {kept.region}, {dates}")


def _windows(place: Surroundings) -> Iterator[Remark]:
    """Say what the status line noted of the plan's windows, where it noted anything."""
    found = windows.read_limits(place.root, None)
    if not found.lines:
        return
    last = f", the last reading {moment(found.last_s, find_zone(None))}" if found.last_s >= 0 else ""
    yield Remark("windows", f"{show.plural(len(found.resets), 'official window')} noted by the status line{last}")
    if found.refused:
        path = shorten(limits.path_of(place.root), place.environ)
        yield Remark("windows", f"{path}: {show.plural(found.refused, 'line')} cannot be read", is_warning=True)


def _day(date: str) -> int:
    from datetime import date as calendar

    return calendar.fromisoformat(date).toordinal() - 719163  # the ordinal of 1970-01-01
