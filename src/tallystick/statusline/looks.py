"""What a render looks up beside the client's object: git's files, logins, marks of ours, the savings ledger.

Each look is for the segments that need it; a place that cannot be read says nothing.
"""

from __future__ import annotations

from posix import stat

from tallystick.kernel import ghhosts, gitfiles
from tallystick.kernel.files import mtime_ns, read_text
from tallystick.kernel.jsontext import decode_at
from tallystick.kernel.savings import Percents
from tallystick.kernel.savingsfile import scan
from tallystick.kernel.sessionlinks import siblings
from tallystick.kernel.snapshot import Wasted
from tallystick.kernel.styled import name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallystick.kernel.snapshot import Payload, Snapshot

_SETTINGS = 64 << 20
_HIGHEST = 64  # folders above the current one


def look_at_project(snapshot: Snapshot, payload: Payload) -> None:
    """Find the repository and the branch from the files of git; no process is started."""
    folder = payload.text("workspace", "current_dir") or payload.text("cwd")
    if not folder.startswith("/"):
        return
    owner, title = payload.text("workspace", "repo", "owner"), payload.text("workspace", "repo", "name")
    project = f"{owner}/{title}" if owner and title else ""
    git = _find_git(folder.encode("utf-8", "surrogateescape"))
    if git:
        snapshot.branch = name(gitfiles.branch(read_text(git + b"/HEAD")))
        if not project:
            shared = read_text(git + b"/commondir").strip()
            where = _join(git, shared.encode("utf-8", "surrogateescape")) if shared else git
            project = gitfiles.repository(read_text(where + b"/config"))
    snapshot.project = name(project or folder.rstrip("/").rpartition("/")[2])


def _find_git(folder: bytes) -> bytes:
    """Return git's folder for a folder of a checkout, b"" where it is none."""
    for _ in range(_HIGHEST):
        place = folder + b"/.git"
        try:
            is_folder = stat(place).st_mode & 0o170000 == 0o040000
        except (OSError, ValueError):
            if not folder:
                return b""
            folder = folder.rstrip(b"/").rpartition(b"/")[0]
            continue
        if is_folder:
            return place
        target = gitfiles.pointed(read_text(place)).encode("utf-8", "surrogateescape")
        return _join(folder, target) if target else b""
    return b""


def _join(folder: bytes, path: bytes) -> bytes:
    return path if path.startswith(b"/") else folder + b"/" + path


def look_at_login(snapshot: Snapshot, environ: Mapping[str, str], home: str) -> None:
    """Find the GitHub login in use."""
    config = environ.get("GH_CONFIG_DIR") or (environ.get("XDG_CONFIG_HOME") or home + "/.config") + "/gh"
    snapshot.login = name(ghhosts.login(read_text(f"{config}/hosts.yml".encode("utf-8", "surrogateescape"))))


def look_at_account(snapshot: Snapshot, environ: Mapping[str, str], home: str) -> None:
    """Find the address of the account that the client is logged in with."""
    folder = environ.get("CLAUDE_CONFIG_DIR", "").partition(",")[0].strip() or home
    text = read_text(f"{folder}/.claude.json".encode("utf-8", "surrogateescape"), _SETTINGS)
    at = text.find('"oauthAccount"')
    if at < 0:
        return
    at += len('"oauthAccount"')
    while text[at : at + 1] in {" ", "\t", "\n", "\r", ":"}:
        at += 1
    try:
        found, _ = decode_at(text, at)
    except (ValueError, RecursionError):
        return
    address = found.get("emailAddress") if isinstance(found, dict) else None
    snapshot.account = name(address) if isinstance(address, str) else ""


def look_at_marks(snapshot: Snapshot, stem: bytes, transcript: bytes | None, needs: set[str]) -> None:
    """Find what the hooks and the last sync left about the session, beside its state."""
    if "hooks" in needs:
        snapshot.is_hooked = mtime_ns(stem + b".hooks") > 0
    words = read_text(stem + b".wasted").split() if "wasted" in needs else []
    if len(words) == 2 and all(word.isascii() and word.isdigit() for word in words):
        last = mtime_ns(transcript) // 1_000_000 if transcript else 0
        snapshot.wasted = Wasted(int(words[0]), is_stale=int(words[1]) < last)


def look_at_savings(snapshot: Snapshot, root: bytes, session: str) -> None:
    """Fold the ledger for the session; where it has nothing of it, for those that it came from or went on as."""
    ledger = root + b"/usage/savings.jsonl"
    found = _fold(ledger, session)
    if not found.rows:
        for other in siblings(root, session):
            from_other = _fold(ledger, other)
            if from_other.rows:
                found = from_other
                break
    snapshot.savings = found


def _fold(path: bytes, session: str) -> Percents:
    found = Percents()
    for row in scan(path, session):
        found.add(row)
    return found
