"""Puts our hooks into a client's settings, behind those of others, in an order in which nothing is half installed."""

from __future__ import annotations

import copy
import json

from tallystick.errors import SettingsUnusable
from tallystick.host import hooks_stub, hooks_text, settings_file
from tallystick.host.environment import hooks_stub_path
from tallystick.host.install_record import Records
from tallystick.model import installing
from tallystick.model.installing import Installation
from tallystick.tasks.install import carry_out, difference, settings_path
from tallystick.tasks.settings_parts import HOOKS, Hooks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.host.environment import Surroundings
    from tallystick.host.settings_file import SettingsFile

# What the client runs: at which event, for which tools ("": whatever it is), which hook.
EVENTS = (
    ("SessionStart", "", "session-start"),
    ("PreToolUse", "Read|Bash", "divert-check"),
    ("PostToolUse", "Bash|mcp__.*", "post-tool-use"),
)
_SECONDS = 15  # a hook gives up by itself before that


def install(place: Surroundings, *, dry_run: bool = False) -> Installation:
    """Make the client run our hooks, beside those that are there.

    SettingsUnusable, and nothing is changed, where the file is not plain JSON, has no list where one belongs, or cannot
    be written.
    """
    file = settings_file.read(settings_path(place))
    found = Hooks(file)
    done = Installation(file.path, installing.INSTALLED, stub=hooks_stub_path(place.root), part=HOOKS)
    done.is_silenced = found.is_silenced
    groups = [(event, group(place.root, matcher, name)) for event, matcher, name in EVENTS]
    ours = [(event, hooks_stub.command(place.root, name)) for event, _, name in EVENTS]
    if found.commands:
        done.outcome = installing.ALREADY if sorted(found.commands) == sorted(ours) else installing.RENEWED
    data = file.data or b""
    if done.outcome != installing.ALREADY:
        data = file.with_text(_put(file, groups))
        done.diff = difference(file, data)
    if not dry_run:
        record = Records(place.root).of(file.real)
        with Records.locked(place.root):
            done.backup = carry_out(place.root, file, data, done, record.previous if record else None)
    return done


def group(root: str, matcher: str, name: str) -> dict[str, object]:
    """Return what the client is told for one event."""
    entry = {"type": "command", "command": hooks_stub.command(root, name), "timeout": _SECONDS}
    return {**({"matcher": matcher} if matcher else {}), "hooks": [entry]}


def _put(file: SettingsFile, wanted: list[tuple[str, dict[str, object]]]) -> str:
    """Return the new text, once it has been seen to say what the old one said and our hooks."""
    old = hooks_text.without_ours(file.text)
    try:
        text = hooks_text.with_ours(old, wanted)
    except ValueError as error:
        raise SettingsUnusable(f"{file.path}: {error}; nothing was changed: correct it there and try again") from None
    before = json.loads(old) if old.strip() else {}
    expected = copy.deepcopy(before)
    for event, one in wanted:
        expected.setdefault(hooks_text.KEY, {}).setdefault(event, []).append(one)
    if list(json.loads(text).items()) != list(expected.items()):
        raise SettingsUnusable(f"{file.path}: cannot be edited safely; nothing was changed: add the hooks by hand")
    return text
