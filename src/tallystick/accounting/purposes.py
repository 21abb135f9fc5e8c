"""What a shell command is for, as far as the ladder of outcomes asks: tests or a build, a commit, CI or a deployment.

Each segment of a chain is looked at by its words, so `cd x && git commit` is a commit, while `git merge-base`, a search
for "pytest", or a script that is only written down in a here-document are nothing.
"""

from __future__ import annotations

import re

from tallystick.accounting.commandwords import QUOTED
from tallystick.model import event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.accounting.vocabulary import Vocabulary

_HERE_DOCUMENT = re.compile(r"(<<-?\s*(['\"]?)(\w+)\2[^\n]*)\n.*?(?:\n[ \t]*\3(?=\s|$)|\Z)", re.DOTALL)
_QUOTED = re.compile(rf"(\b\w*sh\s+-\w*c\s+)?({QUOTED})", re.DOTALL)
_TEXT = re.compile(r"[\s;&|()`$]")
_LEFT_RUNNING = re.compile(r"(?<![&<>|])&(?![&>\d])")
_IN_BACKGROUND = re.compile(r"(?<![&>|])&\s*$")
# A test or build that these words come before is only talked about, installed or looked for.
_NAMED_ONLY = frozenset(("install", "add", "remove", "uninstall", "upgrade", "git", "gh"))
_DETACHING = frozenset(("setsid", "disown", "tmux", "screen", "daemonize", "at", "batch"))
_NOTHING_DONE = ("--dry-run", "--help", "--abort", "--quit")


def plain(command: str) -> str:
    """Return a command without the bodies of its here-documents, and without quoted texts of more than one word.

    What is quoted for another shell (`bash -c "..."`) is a command, and becomes one.
    """
    command = without_documents(command)
    if "'" in command or '"' in command:
        return _QUOTED.sub(_hide, command)
    return command


def without_documents(command: str) -> str:
    """Return a command without the bodies of its here-documents."""
    return _HERE_DOCUMENT.sub(r"\1", command) if "<<" in command else command


def _hide(match: re.Match[str]) -> str:
    if match[1]:
        return f"\n{match[2][1:-1]}\n"
    return "''" if _TEXT.search(match[0]) else match[0]


def in_background(command: str) -> bool:
    """Say whether a command leaves its last program running, so that the shell's exit code says nothing of it."""
    return "&" in command[-8:] and _IN_BACKGROUND.search(command) is not None


def leaves_running(command: str, segments: list[list[str]]) -> bool:
    """Say whether something that a command started may run on behind it."""
    if any(words[0] in _DETACHING for words in segments):
        return True
    return "&" in command and _LEFT_RUNNING.search(command) is not None and not any(w[0] == "wait" for w in segments)


def of_segment(words: list[str], vocabulary: Vocabulary) -> int:
    """Return the flags of a segment that does more than show, given its words, its subcommand second."""
    flags = 0
    if not any(word.startswith(_NOTHING_DONE) for word in words):
        if _starts(words, vocabulary.commits):
            flags |= event.COMMIT
        if _starts(words, vocabulary.ci):
            flags |= event.CI
    if _tests(words, vocabulary):
        flags |= event.TEST
    return flags


def _starts(words: list[str], marks: dict[str, tuple[tuple[str, ...], ...]]) -> bool:
    return any(tuple(words[: len(mark)]) == mark for mark in marks.get(words[0], ()))


def _tests(words: list[str], vocabulary: Vocabulary) -> bool:
    for at, word in enumerate(words):
        if word in _NAMED_ONLY:
            return False
        for mark in vocabulary.tests.get(word.rsplit("/", 1)[-1], ()):
            last = words[at + len(mark) - 1 : at + len(mark)]
            if len(mark) == 1 or (
                tuple(words[at + 1 : at + len(mark) - 1]) == mark[1:-1]
                and last
                and (last[0] == mark[-1] or last[0].startswith((f"{mark[-1]}:", f"{mark[-1]}-")))
            ):
                return True
    return False
