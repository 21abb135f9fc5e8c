"""Takes our status line out of a client's settings, to the byte where nobody edited the file since."""

from __future__ import annotations

import os

from tallystick.host import settings_file, stub
from tallystick.host.environment import stub_path
from tallystick.host.install_record import Records, digest
from tallystick.model import installing
from tallystick.model.installing import Installation
from tallystick.tasks.install import Line, difference, settings_path, without

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.host.environment import Surroundings
    from tallystick.host.install_record import Record
    from tallystick.host.settings_file import SettingsFile


def uninstall(place: Surroundings, *, dry_run: bool = False) -> Installation:
    """Give a client's settings back what they held before our status line; a line of another tool is left alone."""
    file = settings_file.read(settings_path(place))
    records = Records(place.root)
    record = records.of(file.real)
    done = Installation(file.path, installing.NOTHING, stub=stub_path(place.root))
    original = _original(file, records, record)
    if original is not None:
        done.outcome = installing.RESTORED
    elif file.data is not None:
        original = _edited(file, record, place.root)
        done.outcome = installing.NOTHING if original is None else installing.REMOVED
    if original is not None:
        done.diff = difference(file, original)
        done.foreign = record.previous if record else None
    if not dry_run and (record is not None or original is not None):
        with Records.locked(place.root):
            _carry_out(place.root, file, record, original, done)
    return done


def _original(file: SettingsFile, records: Records, record: Record | None) -> bytes | None:
    """Return the bytes before the installation where nobody has touched the file since."""
    if record is None or file.data is None or digest(file.data) != record.after:
        return None
    return records.backup(file.real)


def _edited(file: SettingsFile, record: Record | None, root: str) -> bytes | None:
    """Return the file without our line; None where it has none of ours."""
    return file.with_text(without(file.text, record)) if Line(file, root).is_ours else None


def _carry_out(
    root: str, file: SettingsFile, record: Record | None, original: bytes | None, done: Installation
) -> None:
    """Change the settings first: what an unfinished end leaves behind is harmless, and the next one takes it away."""
    is_whole = done.outcome == installing.RESTORED
    if original is not None:
        if is_whole and record is not None and not record.existed:
            settings_file.remove(file)
            _remove_folder(record.made_folder)
        else:
            settings_file.write(file, original)
    records = Records(root)
    if record is not None:
        is_whole = is_whole or digest(file.data or b"") == record.before
        done.backup = None if is_whole else records.backup_path(file.real)
        records.drop(file.real, with_backup=is_whole)
    if records.is_empty:
        stub.remove(root)


def _remove_folder(path: str) -> None:
    """Remove a folder that was made for the file, if nothing else has come into it."""
    if path and os.path.isdir(path) and not os.listdir(path):
        os.rmdir(path)
