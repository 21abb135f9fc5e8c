"""Takes a part of ours out of a client's settings, to the byte where nobody edited the file since."""

from __future__ import annotations

import os

from tallystick.host import settings_file
from tallystick.host.environment import hooks_stub_path, stub_path
from tallystick.host.install_record import Records, digest
from tallystick.model import installing
from tallystick.model.installing import Installation
from tallystick.tasks.install import PROGRAMS, difference, settings_path
from tallystick.tasks.settings_parts import LINE, parts, without

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.host.environment import Surroundings
    from tallystick.host.install_record import Record
    from tallystick.host.settings_file import SettingsFile


def uninstall(place: Surroundings, part: str = LINE, *, dry_run: bool = False) -> Installation:
    """Give a client's settings back what they held before a part of ours; what is another tool's is left alone."""
    file = settings_file.read(settings_path(place))
    records = Records(place.root)
    record = records.of(file.real)
    program = (stub_path if part == LINE else hooks_stub_path)(place.root)
    done = Installation(file.path, installing.NOTHING, stub=program, part=part)
    held = parts(file, place.root) if file.data is not None else set()
    original = None
    if part in held:
        original = _original(file, records, record) if held == {part} else None
        done.outcome = installing.REMOVED if original is None else installing.RESTORED
        if original is None:
            original = file.with_text(without(file.text, part, record))
        done.diff = difference(file, original)
        done.foreign = record.previous if record and part == LINE else None
    if not dry_run and (record is not None or original is not None):
        with Records.locked(place.root):
            _carry_out(place.root, file, record, original, done, held - {part})
    return done


def _original(file: SettingsFile, records: Records, record: Record | None) -> bytes | None:
    """Return the bytes before the installation where nobody has touched the file since."""
    if record is None or file.data is None or digest(file.data) != record.after:
        return None
    return records.backup(file.real)


def _carry_out(
    root: str, file: SettingsFile, record: Record | None, data: bytes | None, done: Installation, left: set[str]
) -> None:
    """Change the settings first: what an unfinished end leaves behind is harmless, and the next one takes it away."""
    is_whole = done.outcome == installing.RESTORED
    if data is not None:
        if is_whole and record is not None and not record.existed:
            settings_file.remove(file)
            _remove_folder(record.made_folder)
        else:
            settings_file.write(file, data)
    records = Records(root)
    backup = records.backup(file.real) if record is not None and left else None
    if record is not None and backup is not None:
        _keep(records, file, record, backup, data, done.part)
    elif record is not None:
        is_whole = is_whole or digest(file.data or b"") == record.before
        done.backup = None if is_whole else records.backup_path(file.real)
        records.drop(file.real, with_backup=is_whole)
    if done.part not in records.parts:
        PROGRAMS[done.part].remove(root)


def _keep(records: Records, file: SettingsFile, record: Record, backup: bytes, data: bytes | None, part: str) -> None:
    """Remember what the file was before all of ours, for the part that stays."""
    was_ours = digest(file.data or b"") == record.after
    record.parts = [one for one in record.parts if one != part]
    record.after = digest(data) if data is not None and was_ours else record.after
    record.previous = None if part == LINE else record.previous
    records.keep(file.real, record, backup)


def _remove_folder(path: str) -> None:
    """Remove a folder that was made for the file, if nothing else has come into it."""
    if path and os.path.isdir(path) and not os.listdir(path):
        os.rmdir(path)
