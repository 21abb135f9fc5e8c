"""What an installation into a client's settings must remember to be taken back: install/ under the root folder.

One record a settings file, and beside it the file's bytes as they were: they may hold secrets, so they are kept for
this user alone and go when the installation goes.
"""

from __future__ import annotations

import hashlib
import json
import os

from tallystick.errors import SettingsUnusable
from tallystick.host.locks import Lock
from tallystick.host.whole_files import make_folder, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

FORMAT = 1
_FOLDER = "install"
_NAME = "statusline.json"
_WAIT = 5.0  # seconds


class Record:
    """One installation: whether the file `existed`, hashes of its bytes before and after, the value that our member
    replaced (its text; None: there was none), the folder that was made for it ("": none), the name of the `copy` of
    its bytes ("": one is found when it is kept), and which `parts` of ours it has.
    """

    __slots__ = ("after", "before", "copy", "existed", "made_folder", "parts", "previous")

    def __init__(
        self,
        *,
        existed: bool,
        before: str,
        after: str,
        previous: str | None,
        made_folder: str,
        copy: str = "",
        parts: Iterable[str] = ("statusline",),
    ) -> None:
        self.existed = existed
        self.before = before
        self.after = after
        self.previous = previous
        self.made_folder = made_folder
        self.copy = copy
        self.parts = sorted(parts)


class Records:
    """The records under a root folder, by the real path of the settings file."""

    __slots__ = ("_folder", "_found")

    def __init__(self, root: str) -> None:
        self._folder = os.path.join(root, _FOLDER)
        self._found = _read(os.path.join(self._folder, _NAME))

    @staticmethod
    def locked(root: str) -> Lock:
        """Return the lock without which nobody installs or ends an installation under a root folder."""
        make_folder(root)
        return Lock(os.path.join(root, "install.lock"), wait=_WAIT)

    def of(self, real: str) -> Record | None:
        """Return the record of a settings file."""
        return self._found.get(real)

    def backup_path(self, real: str) -> str:
        """Return where the bytes of an installed settings file as they were are kept."""
        return os.path.join(self._folder, self._found[real].copy)

    def backup(self, real: str) -> bytes | None:
        """Return the bytes as they were; None where they are not what the record says."""
        try:
            with open(self.backup_path(real), "rb") as file:
                data = file.read()
        except OSError:
            return None
        return data if digest(data) == self._found[real].before else None

    def keep(self, real: str, record: Record, data: bytes) -> None:
        """Remember an installation and the bytes before it; a copy that another one left behind is not written over."""
        make_folder(self._folder)
        earlier = self._found.get(real)
        record.copy = record.copy or (earlier.copy if earlier else self._free_name())
        copy = os.path.join(self._folder, record.copy)
        replace(copy, data)
        try:
            self._write({**self._found, real: record})
        except BaseException:
            if earlier is None:
                os.unlink(copy)
            raise

    def _free_name(self) -> str:
        number = 1
        while os.path.lexists(os.path.join(self._folder, f"settings-{number}.json")):
            number += 1
        return f"settings-{number}.json"

    def drop(self, real: str, *, with_backup: bool) -> None:
        """Forget an installation; the bytes before it go too unless somebody may still want them."""
        if real in self._found:
            path = self.backup_path(real)
            self._write({one: record for one, record in self._found.items() if one != real})
            if with_backup and os.path.exists(path):
                os.unlink(path)
        if os.path.isdir(self._folder) and not os.listdir(self._folder):
            os.rmdir(self._folder)

    @property
    def parts(self) -> set[str]:
        """What of ours is installed anywhere."""
        return {part for record in self._found.values() for part in record.parts}

    @property
    def is_empty(self) -> bool:
        """Whether nothing is installed any more."""
        return not self._found

    def _write(self, found: dict[str, Record]) -> None:
        if found:
            rows = {path: {name: getattr(one, name) for name in Record.__slots__} for path, one in found.items()}
            replace(
                os.path.join(self._folder, _NAME), json.dumps({"format": FORMAT, "settings": rows}, indent=1).encode()
            )
        else:
            os.unlink(os.path.join(self._folder, _NAME))
        self._found = found


def digest(data: bytes) -> str:
    """Return the hash by which bytes are known again."""
    return hashlib.sha256(data).hexdigest()


def _read(path: str) -> dict[str, Record]:
    try:
        with open(path, "rb") as file:
            parsed = json.loads(file.read())
        if parsed["format"] == FORMAT:
            return {real: Record(**fields) for real, fields in parsed["settings"].items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass
    raise SettingsUnusable(
        f"{path}: cannot be read, nothing was changed: move it away to install or uninstall without it"
    )
