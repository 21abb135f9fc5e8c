"""Looks at the hooks that clients' settings have, whether ours would answer, and what came of them."""

from __future__ import annotations

import json
import os
import shutil

from tallystick.accounting.periods import find_zone, moment
from tallystick.agents import claude_code
from tallystick.errors import SettingsUnusable
from tallystick.host import hooks_stub, settings_file, stub, transcripts
from tallystick.host.environment import hooks_stub_path, installation, shorten
from tallystick.kernel.hooknotes import notes
from tallystick.kernel.hotconfig import DIVERT_LINES
from tallystick.kernel.savings import PER_CALL, Saving
from tallystick.kernel.times import UNKNOWN, parse
from tallystick.model.remark import Remark
from tallystick.reports import figures as show
from tallystick.tasks.saved import entries, ledger_path
from tallystick.tasks.settings_parts import Hooks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallystick.host.environment import Surroundings
    from tallystick.host.settings_file import SettingsFile
    from tallystick.model.settings import Settings

_ABOUT, _SAVINGS = "hooks", "savings"
_HINT = "tally install hooks"
_PLUGIN = "tally@"
_ROW = "tool_output_compression"
_BYTES_A_TOKEN = 4
_LATELY = 7 * 86_400_000  # ms


def remarks(place: Surroundings, settings: Settings) -> Iterator[Remark]:
    """Say for each config folder what runs our hooks, what is wrong there, and what they could not do lately."""
    found = list(_installed(place))
    is_there = any(not remark.is_warning for remark in found)
    yield from found or [Remark(_ABOUT, f"not installed: {_HINT} shortens what Claude Code's commands print")]
    if is_there and settings.divert_enabled:
        yield from _diverts(place, settings)
    since = place.now_ms - _LATELY
    kept = tuple(f"{when} {text}" for when, text in reversed(notes(os.fsencode(place.root))) if parse(when) >= since)
    if kept:
        yield Remark(_ABOUT, "what they could not do this week, the newest first:", places=kept, is_warning=True)


def compression(place: Surroundings) -> Iterator[Remark]:
    """Say what the segment of the status line folds, of all sessions; where hooks are in, nothing yet is a warning."""
    path = ledger_path(place.root)
    try:
        rows = [row for _, row in entries(path, None) if isinstance(row, Saving) and row.technique in PER_CALL]
    except OSError as error:
        yield Remark(_SAVINGS, f"{_ROW}: {shorten(path, place.environ)}: {error.strerror}", is_warning=True)
        return
    if not rows:
        is_there = any(not remark.is_warning for remark in _installed(place))
        yield Remark(_SAVINGS, f"{_ROW}: nothing recorded yet", is_warning=is_there)
        return
    tokens = sum(row.saved for row in rows)
    last = parse(rows[-1].ts)
    when = f", last row {moment(last // 1000, find_zone(None))}" if last != UNKNOWN else ""
    count = show.plural(len(rows), "compress or divert row")
    size = f"{show.count(tokens)} tokens (~{show.size(tokens * _BYTES_A_TOKEN)})"
    yield Remark(_SAVINGS, f"{_ROW} ACTIVE: {count}, {size} saved{when}")


def _installed(place: Surroundings) -> Iterator[Remark]:
    for folder in transcripts.config_dirs(claude_code.SOURCE, place.environ, tuple(place.config_dirs or ())):
        try:
            file = settings_file.read(os.path.join(folder, "settings.json"))
            if file.data is not None:
                yield from _look(place, file)
        except SettingsUnusable as error:
            yield Remark(_ABOUT, str(error), is_warning=True)


def _look(place: Surroundings, file: SettingsFile) -> Iterator[Remark]:
    hooks, has_plugin = Hooks(file), _has_plugin(file)
    shown = shorten(file.path, place.environ)
    if hooks.commands:
        also = ", and so does the plugin: each call is noted once" if has_plugin else ""
        yield Remark(_ABOUT, f"{shown} runs tally's{also}")
        yield from _try(place, hooks)
    elif has_plugin:
        yield Remark(_ABOUT, f"the plugin runs tally's, as {shown} says")
    if has_plugin and shutil.which("tally", path=place.environ.get("PATH")) is None:
        yield Remark(_ABOUT, "the plugin finds no tally on the PATH, so it does nothing", is_warning=True)
    if hooks.is_silenced and (hooks.commands or has_plugin):
        yield Remark(_ABOUT, f"{shown} has disableAllHooks, so the client runs none", is_warning=True)


def _has_plugin(file: SettingsFile) -> bool:
    settings = json.loads(file.text) if file.text.strip() else {}
    plugins = settings.get("enabledPlugins")
    return isinstance(plugins, dict) and any(name.startswith(_PLUGIN) and on is True for name, on in plugins.items())


def _try(place: Surroundings, hooks: Hooks) -> Iterator[Remark]:
    """Run each as the client would, on an event that says nothing."""
    program = hooks_stub_path(place.root)
    runs = {hooks_stub.path_of(command) or "" for _, command in hooks.commands}
    if runs != {program}:
        yield Remark(_ABOUT, f"they are those of another root folder: {shorten(min(runs - {program}), place.environ)}")
        return
    if not os.path.exists(program):
        text = f"their program {shorten(program, place.environ)} is missing: {_HINT} writes it again"
        yield Remark(_ABOUT, text, is_warning=True)
        return
    if not hooks_stub.is_of(place.root, installation()):
        yield Remark(_ABOUT, f"another installation of tally runs them: {_HINT} lets this one do so")
    if any(stub.try_out(command) != (0, "") for _, command in hooks.commands):
        yield Remark(_ABOUT, f"they do not end well: {_HINT} mends it", is_warning=True)


def _diverts(place: Surroundings, settings: Settings) -> Iterator[Remark]:
    lines = place.environ.get("TALLY_DIVERT_MIN_LINES", "").strip()
    least = settings.divert_lines
    if lines:
        least = int(lines) if lines.isascii() and lines.isdigit() and 0 < int(lines) < 10**9 else DIVERT_LINES
    yield Remark(_ABOUT, f"whole reads of {show.plural(least, 'line')} or more are refused: [divert] is enabled")
    if shutil.which("claude", path=place.environ.get("PATH")) is None:
        yield Remark(_ABOUT, "no claude is on the PATH, so no read is refused", is_warning=True)
