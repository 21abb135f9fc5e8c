"""Puts our status line into a client's settings, in an order in which nothing is ever half installed; hooks too."""

from __future__ import annotations

import difflib
import json
import os

from tallystick.agents import claude_code
from tallystick.errors import SettingsUnusable, UsageError
from tallystick.host import hooks_stub, settings_file, stub, transcripts
from tallystick.host.environment import stub_path
from tallystick.host.install_record import Record, Records, digest
from tallystick.host.settings_text import put
from tallystick.model import installing
from tallystick.model.installing import Installation
from tallystick.tasks.settings_parts import HOOKS, KEY, LINE, Line, bare, parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.host.environment import Surroundings
    from tallystick.host.settings_file import SettingsFile

PROGRAMS = {LINE: stub, HOOKS: hooks_stub}  # what a client runs for each part


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
            done.backup = carry_out(place.root, file, data, done, _previous(place.root, file, line))
    return done


def _previous(root: str, file: SettingsFile, line: Line) -> str | None:
    """Return the text of another tool's line that ours replaces, or has replaced."""
    record = Records(root).of(file.real)
    return record.previous if line.is_ours and record is not None else None if line.is_ours else line.raw


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


def _put(file: SettingsFile, wanted: dict[str, object]) -> str:
    """Return the new text, once it has been seen to say what the old one said and our member, in the old order."""
    text = put(file.text, KEY, wanted)
    expected = (json.loads(file.text) if file.text.strip() else {}) | {KEY: wanted}
    if list(json.loads(text).items()) != list(expected.items()):
        raise SettingsUnusable(f"{file.path}: cannot be edited safely; nothing was changed: add the line by hand")
    return text


def carry_out(root: str, file: SettingsFile, data: bytes, done: Installation, previous: str | None) -> str | None:
    """Write the program, then the record, then the settings; take the first two back where one of them fails.

    Return where the bytes lie as they were before anything of ours; `previous` is what our status line replaces.
    """
    program = PROGRAMS[done.part]
    if done.outcome == installing.ALREADY:
        program.write(root)
        return None
    records = Records(root)
    had_stub = os.path.lexists(done.stub)
    earlier = records.of(file.real)
    earlier_bytes = records.backup(file.real) if earlier else None
    original, record = _remember(root, file, data, earlier, earlier_bytes)
    record.parts = sorted({*record.parts, done.part})
    record.previous = previous
    try:
        program.write(root)
        records.keep(file.real, record, original)
        settings_file.write(file, data)
    except BaseException:
        if earlier is not None and earlier_bytes is not None:
            records.keep(file.real, earlier, earlier_bytes)
        else:
            records.drop(file.real, with_backup=True)
        if not had_stub:
            program.remove(root)
        raise
    return records.backup_path(file.real)


def _remember(
    root: str, file: SettingsFile, data: bytes, earlier: Record | None, earlier_bytes: bytes | None
) -> tuple[bytes, Record]:
    """Return the bytes that the end of all installations gives back, and the record of them.

    A file that held anything of ours already and was edited since: its original is what it is without that.
    """
    original, existed = file.data or b"", file.data is not None
    folder = os.path.dirname(file.real)
    made = "" if os.path.isdir(folder) else folder
    held = parts(file, root) if earlier is not None else set()
    if earlier is not None and held:
        if earlier_bytes is not None and digest(original) == earlier.after:
            original, existed = earlier_bytes, earlier.existed
        else:
            original = file.with_text(bare(file, root, earlier))
        made = earlier.made_folder
    after = digest(data)
    return original, Record(
        existed=existed, before=digest(original), after=after, previous=None, made_folder=made, parts=held
    )


def difference(file: SettingsFile, data: bytes) -> tuple[str, ...]:
    """Return a unified diff from the file as it is to these bytes."""
    return changed(file.path, file.data, data)


def changed(path: str, before: bytes | None, after: bytes) -> tuple[str, ...]:
    """Return a unified diff from these bytes of a file (None: there is none) to those."""
    old, new = (part.decode("utf-8", "replace").splitlines() for part in (before or b"", after))
    return tuple(difflib.unified_diff(old, new, path, path, lineterm=""))
