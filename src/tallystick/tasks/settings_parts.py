"""What of ours a client's settings have: the status line, and the hooks; and their text without it."""

from __future__ import annotations

import json

from tallystick.host import hooks_text, stub
from tallystick.host.json_text import Members, NotJson
from tallystick.host.settings_text import put_back, take_out
from tallystick.kernel.display import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.host.install_record import Record
    from tallystick.host.settings_file import SettingsFile

LINE, HOOKS = "statusline", "hooks"
KEY = "statusLine"


class Line:
    """The status line that a settings file has: its value, the text of that (None: it has none) and what it runs."""

    __slots__ = ("command", "is_ours", "is_silenced", "raw", "value")

    def __init__(self, file: SettingsFile, root: str) -> None:
        members = _members(file)
        member = members.find(KEY)
        self.raw = members.value_of(member) if member else None
        self.value = json.loads(self.raw) if self.raw is not None else None
        self.command = self.value.get("command") if isinstance(self.value, dict) else None
        self.is_ours = self.command == stub.command(root) or stub.is_ours(self.command)
        self.is_silenced = _is_silenced(members)

    @property
    def shown(self) -> str:
        """What it runs, short enough for a line."""
        return clean(self.command if isinstance(self.command, str) else str(self.raw))[:80]


class Hooks:
    """Our hooks in a settings file, as event and command."""

    __slots__ = ("commands", "is_silenced")

    def __init__(self, file: SettingsFile) -> None:
        members = _members(file)
        self.commands = hooks_text.ours(json.loads(members.text))
        self.is_silenced = _is_silenced(members)


def parts(file: SettingsFile, root: str) -> set[str]:
    """Return what of ours a settings file has."""
    found = {LINE} if Line(file, root).is_ours else set()
    return found | {HOOKS} if Hooks(file).commands else found


def without(text: str, part: str, record: Record | None) -> str:
    """Return a text without a part of ours, or with the value in its place that our status line replaced."""
    if part == HOOKS:
        return hooks_text.without_ours(text)
    if record is not None and record.previous is not None:
        return put_back(text, KEY, record.previous)
    return take_out(text, KEY)


def bare(file: SettingsFile, root: str, record: Record | None) -> str:
    """Return a file's text without anything of ours."""
    text = file.text
    for part in sorted(parts(file, root)):
        text = without(text, part, record)
    return text


def _members(file: SettingsFile) -> Members:
    text = file.text
    try:
        return Members(text if text.strip() else "{}")
    except NotJson as error:
        raise file.misread(error) from None


def _is_silenced(members: Members) -> bool:
    hooks = members.find("disableAllHooks")
    return hooks is not None and members.value_of(hooks) == "true"
