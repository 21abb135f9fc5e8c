"""Puts our status line into a client's settings, in an order in which nothing is ever half installed."""

from __future__ import annotations

import difflib
import json
import os

from tallystick.agents import claude_code
from tallystick.errors import SettingsUnusable, UsageError
from tallystick.host import settings_file, stub, transcripts
from tallystick.host.environment import stub_path
from tallystick.host.install_record import Record, Records, digest
from tallystick.host.json_text import Members, NotJson
from tallystick.host.settings_text import put, put_back, take_out
from tallystick.kernel.display import clean
from tallystick.model import installing
from tallystick.model.installing import Installation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.host.environment import Surroundings
    from tallystick.host.settings_file import SettingsFile

KEY = "statusLine"


def install(place: Surroundings, *, replace: bool = False, dry_run: bool = False) -> Installation:
    """Make the client run our status line. A line of another tool stays unless `replace`, and is remembered then.

    SettingsUnusable, and nothing is changed, where the file is not plain JSON or cannot be written.
    """
    file = settings_file.read(settings_path(place))
    line = Line(file, place.root)
    ours = stub.command(place.root)
    done = Installation(file.path, installing.INSTALLED, stub=stub_path(place.root))
    done.is_silenced = line.is_silenced
    if line.is_ours:
        done.outcome = installing.ALREADY if line.command == ours else installing.RENEWED
    elif line.value is not None:
        done.foreign = line.shown
        if not replace:
            raise SettingsUnusable(
                f"{file.path}: has a status line of another tool ({line.shown}), which stays: "
                "add --replace to put tally's in its place; tally uninstall statusline gives it back"
            )
    data = file.data or b""
    if done.outcome != installing.ALREADY:
        kept = line.value if line.is_ours and isinstance(line.value, dict) else {"padding": 0}
        data = file.with_text(_put(file, {"type": "command", "command": ours, **_others(kept)}))
        done.diff = difference(file, data)
    if not dry_run:
        with Records.locked(place.root):
            done.backup = _carry_out(place.root, file, line, data, done)
    return done


def draw_once(place: Surroundings) -> None:
    """Draw the line as the client will: the first render leaves a file for those to come, which takes it a while."""
    stub.try_out(stub.command(place.root))


def _others(value: dict[str, object]) -> dict[str, object]:
    return {name: part for name, part in value.items() if name not in {"type", "command"}}


def settings_path(place: Surroundings) -> str:
    """Return the settings file of the client's config folder; UsageError where several are named."""
    source = claude_code.SOURCE
    folders = transcripts.config_dirs(source, place.environ, tuple(place.config_dirs or ()))
    if len(folders) > 1 and (place.config_dirs or place.environ.get(source.variable)):
        raise UsageError(f"there are several config folders ({', '.join(folders)}): name one with --config-dir")
    return os.path.join(os.path.abspath(folders[0]), "settings.json")


class Line:
    """The status line that a settings file has: its value, the text of that (None: it has none) and what it runs."""

    __slots__ = ("command", "is_ours", "is_silenced", "raw", "value")

    def __init__(self, file: SettingsFile, root: str) -> None:
        text = file.text
        try:
            members = Members(text if text.strip() else "{}")
        except NotJson as error:
            raise file.misread(error) from None
        member = members.find(KEY)
        self.raw = members.value_of(member) if member else None
        self.value = json.loads(self.raw) if self.raw is not None else None
        self.command = self.value.get("command") if isinstance(self.value, dict) else None
        self.is_ours = self.command == stub.command(root) or stub.is_ours(self.command)
        hooks = members.find("disableAllHooks")
        self.is_silenced = hooks is not None and members.value_of(hooks) == "true"

    @property
    def shown(self) -> str:
        """What it runs, short enough for a line."""
        return clean(self.command if isinstance(self.command, str) else str(self.raw))[:80]


def _put(file: SettingsFile, wanted: dict[str, object]) -> str:
    """Return the new text, once it has been seen to say what the old one said and our member, in the old order."""
    text = put(file.text, KEY, wanted)
    expected = (json.loads(file.text) if file.text.strip() else {}) | {KEY: wanted}
    if list(json.loads(text).items()) != list(expected.items()):
        raise SettingsUnusable(f"{file.path}: cannot be edited safely; nothing was changed: add the line by hand")
    return text


def _carry_out(root: str, file: SettingsFile, line: Line, data: bytes, done: Installation) -> str | None:
    """Write the program, then the record, then the settings; take the first two back where one of them fails."""
    if done.outcome == installing.ALREADY:
        stub.write(root)
        return None
    records = Records(root)
    had_stub = os.path.lexists(stub_path(root))
    earlier = records.of(file.real)
    earlier_bytes = records.backup(file.real) if earlier else None
    original, record = _remember(earlier, earlier_bytes, file, line, data)
    try:
        stub.write(root)
        records.keep(file.real, record, original)
        settings_file.write(file, data)
    except BaseException:
        if earlier is not None and earlier_bytes is not None:
            records.keep(file.real, earlier, earlier_bytes)
        else:
            records.drop(file.real, with_backup=True)
        if not had_stub:
            stub.remove(root)
        raise
    return records.backup_path(file.real)


def _remember(
    earlier: Record | None, earlier_bytes: bytes | None, file: SettingsFile, line: Line, data: bytes
) -> tuple[bytes, Record]:
    """Return the bytes that the end of the installation gives back, and the record of it.

    A file that held our line already was edited since or is of another root: its original is what it is without that.
    """
    original, existed, previous = file.data or b"", file.data is not None, line.raw
    folder = os.path.dirname(file.real)
    made = "" if os.path.isdir(folder) else folder
    if earlier is not None and line.is_ours:
        if earlier_bytes is not None and digest(original) == earlier.after:
            original, existed = earlier_bytes, earlier.existed
        else:
            original = file.with_text(without(file.text, earlier))
        previous, made = earlier.previous, earlier.made_folder
    record = Record(existed=existed, before=digest(original), after=digest(data), previous=previous, made_folder=made)
    return original, record


def without(text: str, record: Record | None) -> str:
    """Return a text with our line taken out, or with the value in its place that it replaced."""
    if record is not None and record.previous is not None:
        return put_back(text, KEY, record.previous)
    return take_out(text, KEY)


def difference(file: SettingsFile, data: bytes) -> tuple[str, ...]:
    """Return a unified diff from the file as it is to these bytes."""
    old, new = (part.decode("utf-8", "replace").splitlines() for part in (file.data or b"", data))
    return tuple(difflib.unified_diff(old, new, file.path, file.path, lineterm=""))
