"""Puts a session's block on a commit message, or takes that of another commit off; what it cannot do it leaves undone.

The message is read once and written in one step. Git itself says what it takes for trailers; where it has been told
things about them, also of what would be written.
"""

from __future__ import annotations

from posix import chmod, stat

from tallystick.commits import git, note
from tallystick.commits.figures import Gathering
from tallystick.kernel import trailers
from tallystick.kernel.commitmessage import Message, find_comment
from tallystick.kernel.files import put, read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

PREPARE, BEHIND = "prepare-commit-msg", "commit-msg"
_LARGEST = 64 << 20  # bytes: with `-v` a message holds a diff
_SETTINGS = r"^core[.]comment(char|string)$|^commit[.]cleanup$|^trailer[.]"
_NO_EDITOR = ":"  # what git tells a hook where it starts none


class Commit:
    """One run of a hook: the file of the message, git's word for its source, the hook ("": none, a person or a manager
    of hooks called), the session ("": none), the root folder and the environment.
    """

    __slots__ = ("environ", "folder", "has_own_trailers", "hook", "path", "root", "session", "source")

    def __init__(
        self, path: bytes, source: str, hook: str, *, session: str, root: bytes, environ: Mapping[str, str]
    ) -> None:
        self.path = path
        self.source = source.strip()
        self.hook = hook
        self.session = session
        self.root = root
        self.environ = environ
        self.has_own_trailers = True  # whether git has been told anything about trailers
        named = environ.get("GIT_DIR")
        self.folder = git.folder_of(path, named.encode("utf-8", "surrogateescape") if named else None)

    @property
    def has_editor(self) -> bool:
        """Whether somebody is going to edit the message."""
        return self.environ.get("GIT_EDITOR") != _NO_EDITOR


def stamp(commit: Commit) -> None:
    """Do what the hook is there for."""
    kind, template = note.take(commit.folder) if commit.hook else ("", [])
    if commit.hook == BEHIND:
        policy = trailers.WRITE if kind else trailers.KEEP
    else:
        is_rebasing = git.is_rebasing(commit.folder)
        is_replayed = not is_rebasing and git.is_replaying(commit.folder)
        policy = trailers.policy(commit.source, is_rebasing=is_rebasing, is_replayed=is_replayed)
    data = None if policy == trailers.KEEP else read_file(commit.path, _LARGEST)
    if data is None or not (commit.session or _may_hold_block(data)):
        return
    gathering = Gathering(commit.root, commit.session, commit.environ) if commit.session else None
    try:
        if commit.hook == BEHIND:
            new = _behind_the_editor(commit, data, kind, template, gathering)
        else:
            new = _before_the_editor(commit, data, policy, gathering)
    finally:
        if gathering is not None:
            gathering.stop()
    if new is not None and new != data:
        _write(commit.path, new)


def _may_hold_block(data: bytes) -> bool:
    small = data.lower()
    return any(key.lower().encode() in small for key in trailers.KEYS)


def _before_the_editor(commit: Commit, data: bytes, policy: str, gathering: Gathering | None) -> bytes | None:
    message = _message(commit, data)
    said = message.said()
    if said and trailers.is_autosquash(said[0]):
        return None
    is_template = commit.source == "template"
    if not said or (commit.hook and commit.has_editor and commit.source in {"", "template"}):
        if commit.hook and gathering is not None:
            note.leave(commit.folder, note.LATER, said if is_template else [])
        return None
    new = _stamped(commit, message, policy, gathering)
    if new is not None and commit.hook and commit.has_editor:
        note.leave(commit.folder, note.STAMPED, [])
    return new


def _behind_the_editor(
    commit: Commit, data: bytes, kind: str, template: list[bytes], gathering: Gathering | None
) -> bytes | None:
    """Stamp what the editor left. Where that is nothing, or the template as it was, git must see that it is."""
    message = _message(commit, data)
    if kind != note.LATER:
        alone = message.block_alone()
        return message.without(alone).data if alone else None
    said = message.said()
    if not said or said == template or trailers.is_autosquash(said[0]):
        return None
    return _stamped(commit, message, trailers.WRITE, gathering)


def _message(commit: Commit, data: bytes) -> Message:
    """Take a message apart. Without an editor git strips no comments, unless it is told to or goes on with a pick."""
    found = git.settings(_SETTINGS)
    commit.has_own_trailers = any(name.startswith("trailer.") for name in found)
    comment = find_comment(data, found.get("core.commentchar"), found.get("core.commentstring"))
    strips = found.get("commit.cleanup") == b"strip" or commit.source == "merge"
    message = Message(data, comment, keeps=not commit.has_editor and not strips)
    if commit.has_editor or strips or not any(line.startswith(comment) for line in message.lines):
        return message
    # above comments that nothing follows, where git sees trailers above them; else they are words like others
    return message if _of_others(_trailers(message) or []) else Message(data, None)


def _trailers(message: Message) -> list[bytes] | None:
    return [] if message.is_one_paragraph else git.trailers(message.text)


def _of_others(seen: list[bytes]) -> list[bytes]:
    ours = trailers.find(seen)
    return [line for number, line in enumerate(seen) if number not in ours]


def _stamped(commit: Commit, message: Message, policy: str, gathering: Gathering | None) -> bytes | None:
    """Return the message with the session's block in the place of another one; None where it is to stay as it is.

    Git takes a paragraph with prose in it for trailers where enough lines are such: without another one's block they
    may be too few. Then ours has to stand among them, or the other one stays.
    """
    seen = _trailers(message)
    ours = message.block(has_trailers=bool(seen))
    if seen is None or (ours and policy == trailers.WRITE):
        return None
    others = message.without(ours) if ours else message
    found = _trailers(others) if ours else seen
    kept = _of_others(seen) if ours else seen
    is_safe = found is not None and set(kept) <= set(found)
    base = found if found is not None and is_safe else kept
    block = gathering.lines() if gathering is not None else []
    if block:
        new = others.with_block(block, joins=bool(base))
        is_plain = is_safe and (not base or not commit.has_own_trailers)
        if is_plain or _are_seen(_trailers(new), base, block):
            return new.data
    return others.data if is_safe else None


def _are_seen(found: list[bytes] | None, before: list[bytes], block: list[bytes]) -> bool:
    """Say whether git finds the trailers that were there, and behind them ours, by whatever separator it shows them."""
    if found is None or found[: len(before)] != before or len(found) != len(before) + len(block):
        return False
    pairs = (line.split(b": ", 1) for line in block)
    return all(
        line.startswith(key) and line.endswith(value)
        for line, (key, value) in zip(found[len(before) :], pairs, strict=True)
    )


def _write(path: bytes, data: bytes) -> None:
    """Put the message in its place, as readable for others as it was."""
    mode = stat(path).st_mode & 0o7777
    if put(path, data, mode) and stat(path).st_mode & 0o7777 != mode:
        chmod(path, mode)
