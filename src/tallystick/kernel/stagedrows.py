"""Rows of a launch, which come before there is a session: staged as files, and claimed by the session that follows.

`usage/pending-savings/<digest>.json` is the row and the path of the compiled prompt that it measures; the digest is
that path's. Renaming it is the claim. A row has a name from the start, so that whoever is killed between keeping it
and taking its file away makes nobody keep it twice.
"""

from __future__ import annotations

from posix import getpid, kill, link, listdir, rename, stat, urandom

from tallystick.kernel.files import canonical, is_regular, make_folder, put, read_file, remove
from tallystick.kernel.fnv1a import digest
from tallystick.kernel.jsontext import decode, strict_text
from tallystick.kernel.savings import Saving, read
from tallystick.kernel.savingsledger import ADDED, FAILED, NAMED, add_once
from tallystick.kernel.sessionids import is_plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

FOLDER = b"/usage/pending-savings"
HARNESS, PROMPT = b"/.tallystick/sessions/", b"INSTRUCTIONS-COMPILED.md"
_ENDING, _CLAIMED, _UNDONE = b".json", b".json.claim-", b".new"
_PATH, _PROCESS = "compiled_prompt", "pid"
_OWN = (_PATH, _PROCESS)  # what is for the claim, and not for the ledger
ADOPTED = 12 * 3600  # seconds: from then on any session may have a row, and one whose prompt is gone goes
_DIGITS = frozenset("0123456789abcdef")
_CLAIM, _DROP, _LEAVE = "claim", "drop", "leave"


def stage(root: bytes, prompt: bytes, row: Mapping[str, object]) -> bool:
    """Leave a row for the session that is about to begin; an earlier one of the same prompt is replaced."""
    found = {**row, NAMED: urandom(8).hex(), _PATH: prompt.decode("utf-8", "surrogateescape"), _PROCESS: getpid()}
    try:
        text = strict_text(found).encode()
    except (TypeError, ValueError, RecursionError):
        return False
    folder = root + FOLDER
    return make_folder(folder) and put(folder + b"/" + digest(prompt).encode() + _ENDING, text)


def claim(
    root: bytes, session: str, projects: Iterable[bytes], now_s: float, warn: Callable[[str], object], scope: str = ""
) -> int:
    """Add to the ledger the staged rows that are this session's; return how many were added.

    Those of its projects, those older than twelve hours, and those of its own launch (`scope`); not those of another
    launch whose client is still running and will ask for them itself.
    """
    folder = root + FOLDER
    homes = [canonical(one) or one for one in projects if one]
    if not is_plain(session):
        return 0
    try:
        names = sorted(listdir(folder))
    except OSError:
        return 0
    added = 0
    for name in names:
        staged = _Staged(folder, name)
        is_old = now_s - staged.moment >= ADOPTED
        if not _is_ours(name) or (_is_being_taken(name) and not is_old):
            continue
        fate = _fate(staged, homes, scope, is_old=is_old)
        if fate == _DROP:
            if not name.endswith(_UNDONE):
                warn(f"a staged saving is given up, its prompt is gone: {_shown(staged.text)}")
            remove(staged.path)
        elif fate == _CLAIM:
            added += _take(root, staged, session, warn)
    return added


class _Staged:
    """A file of the folder, changed at a `moment` (s): its row, None where it holds none, that row's name, the prompt
    that it measures and the process of the launch.
    """

    __slots__ = ("digest", "moment", "name", "path", "process", "prompt", "row", "text")

    def __init__(self, folder: bytes, name: bytes) -> None:
        self.path = folder + b"/" + name
        self.digest = name.partition(b".")[0]
        self.load(self.path)

    def load(self, path: bytes) -> None:
        """Read the file at a path."""
        try:
            self.moment = stat(path).st_mtime
        except OSError:
            self.moment = float("inf")
        self.text = read_file(path) or b""
        self.row: dict[str, object] | None = None
        self.prompt, self.process, self.name = b"", 0, digest(self.text)
        try:
            found = decode(self.text.decode())
        except (ValueError, RecursionError):
            return
        if not isinstance(found, dict):
            return
        self.row = {key: value for key, value in found.items() if key not in _OWN}
        prompt, process, name = found.get(_PATH), found.get(_PROCESS), found.get(NAMED)
        if isinstance(prompt, str):
            self.prompt = prompt.encode("utf-8", "surrogateescape")
        if isinstance(process, int):
            self.process = process
        if isinstance(name, str) and len(name) == 16 and _DIGITS.issuperset(name):
            self.name = name  # a row of another tool has none, and is known again by all that it says


def _is_ours(name: bytes) -> bool:
    return name.endswith((_ENDING, _UNDONE)) or _CLAIMED in name


def _is_being_taken(name: bytes) -> bool:
    """Say whether this is the claim of a process that is still there."""
    _, mark, rest = name.partition(_CLAIMED)
    process = rest.partition(b"-")[0]
    return bool(mark) and process.isdigit() and _is_alive(int(process))


def _is_alive(process: int) -> bool:
    if not 0 < process < 1 << 31:
        return False
    try:
        kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:  # somebody else's
        return True
    return True


def _fate(staged: _Staged, homes: list[bytes], scope: str, *, is_old: bool) -> str:
    prompt = staged.prompt or _by_digest(staged.digest, homes)
    if staged.path.endswith(_UNDONE) or staged.row is None or not _is_file(prompt):
        return _DROP if is_old else _LEAVE
    if is_old:
        return _CLAIM
    owner = next((home for home in homes if prompt.startswith(home + HARNESS)), None)
    if owner is None:
        return _LEAVE
    is_own = bool(scope) and prompt == prompt_of(owner, scope)
    return _CLAIM if is_own or not _is_alive(staged.process) else _LEAVE


def prompt_of(project: bytes, scope: str) -> bytes:
    """Return where the compiled prompt of a launch lies."""
    return project + HARNESS + scope.encode("utf-8", "surrogateescape") + b"/" + PROMPT


def _by_digest(name: bytes, homes: list[bytes]) -> bytes:
    """Return the prompt of these projects whose path has this digest, b"" where none has: an old file names no path."""
    for home in homes:
        try:
            scopes = listdir(home + HARNESS)
        except OSError:
            continue
        for one in scopes:
            path = home + HARNESS + one + b"/" + PROMPT
            if digest(path).encode() == name:
                return path
    return b""


def _is_file(path: bytes) -> bool:
    try:
        return is_regular(stat(path))
    except (OSError, ValueError):
        return False


def _take(root: bytes, staged: _Staged, session: str, warn: Callable[[str], object]) -> bool:
    """Claim a row and add it; say whether it was added."""
    mine = b"%s%s/%s%s%d-%s" % (root, FOLDER, staged.digest, _CLAIMED, getpid(), urandom(4).hex().encode())
    try:
        rename(staged.path, mine)
    except OSError:  # somebody else was faster
        return False
    staged.load(mine)  # it may be a newer one than the one that was looked at
    row = {**(staged.row or {}), "session_id": session}
    if not _is_good(row, session):
        warn(f"a staged saving is given up, it cannot be read: {_shown(staged.text)}")
        remove(mine)
        return False
    outcome = add_once(root, row, staged.name)
    if outcome == FAILED:
        warn(f"the ledger of savings cannot be written; a row stays staged: {_shown(staged.text)}")
        _put_back(mine, root + FOLDER + b"/" + staged.digest + _ENDING)
    else:
        remove(mine)
    return outcome == ADDED


def _is_good(row: Mapping[str, object], session: str) -> bool:
    """Say whether the fold would take a row."""
    try:
        return isinstance(read(strict_text(row).encode(), session), Saving)
    except (ValueError, RecursionError):
        return False


def _put_back(mine: bytes, place: bytes) -> None:
    """Give a claim up; a row that was staged there since is left alone, and ours waits until we are gone."""
    try:
        link(mine, place)
    except FileExistsError:
        return
    except OSError:  # a file system without hard links
        try:
            rename(mine, place)
        except OSError:
            return
    else:
        remove(mine)


def _shown(text: bytes) -> str:
    return text[:1000].decode("utf-8", "replace")
