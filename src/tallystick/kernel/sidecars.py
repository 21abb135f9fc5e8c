"""The whole texts of a change, as files beside the ledger: `<stem>.transform_debug/<event>.{before,after}.txt`.

They hold what the ledger itself never does, as readable as a raw transcript: for this user alone.
"""

from __future__ import annotations

from posix import lstat, unlink

from tallystick.kernel.appending import make_folder, put_new, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

SUFFIX = ".transform_debug"
_KIND, _FOLDER = 0o170000, 0o040000
_ENOTDIR = 20


class Sidecars:
    """The folder beside one ledger; made when the first text is kept."""

    __slots__ = ("_folder", "_is_ready", "_name")

    def __init__(self, ledger: str) -> None:
        above, slash, name = ledger.rpartition("/")
        self._name = stem(name) + SUFFIX
        self._folder = above + slash + self._name
        self._is_ready = False

    def keep(self, event: str, before: bytes, after: bytes) -> tuple[tuple[str, str] | None, str]:
        """Write both texts; return their paths from the ledger's folder, or None, no file, and the reason."""
        names = f"{event}.before.txt", f"{event}.after.txt"
        paths = f"{self._name}/{names[0]}", f"{self._name}/{names[1]}"
        try:
            self._make_ready()
            put_new(f"{self._folder}/{names[0]}", before)
            try:
                put_new(f"{self._folder}/{names[1]}", after)
            except OSError:
                self.drop(paths[:1])
                raise
        except OSError as error:
            return None, reason(error)
        return paths, ""

    def drop(self, paths: Iterable[str]) -> None:
        """Take files away again: their record could not be written."""
        for path in paths:
            try:
                unlink(f"{self._folder}/{path.rpartition('/')[2]}")
            except OSError:
                continue

    def _make_ready(self) -> None:
        if self._is_ready:
            return
        make_folder(self._folder)
        if lstat(self._folder).st_mode & _KIND != _FOLDER:
            raise OSError(_ENOTDIR, "not a folder of its own", self._folder)
        self._is_ready = True


def stem(name: str) -> str:
    """Return a file's name without its last ending; a leading full stop is none."""
    front, dot, _ = name.rpartition(".")
    return front if dot and front.strip(".") else name
