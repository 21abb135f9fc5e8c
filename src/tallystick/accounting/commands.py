"""Facts of a shell command: what it runs, what it may reach or change, and hashes of its normal form and words.

Nothing here runs or parses a command the way a shell would; it answers questions whose wrong answers are harmless:
a word too many only keeps a finding silent.
"""

from __future__ import annotations

import posixpath
import re

from tallystick.accounting import digests, purposes
from tallystick.model import event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.accounting.vocabulary import Vocabulary

_QUOTED = r"'[^']*'|\"(?:\\.|[^\"\\])*\""
_FOLD = re.compile(rf"({_QUOTED})|\n\s*|[ \t]+", re.DOTALL)
_LEADING_CD = re.compile(
    r"\s*cd[ \t]+(?:\"([^\"$`\\]+)\"|'([^']+)'|([^\s;&|<>$`()'\"\\*?-][^\s;&|<>$`()'\"\\*?]*))[ \t]*(?:&&|;|\n)\s*"
)
_SEGMENTS = re.compile(r"\|\||&&|\|&|[;|\n]|(?<![<>&])&(?![>&\d])|\$\(|`|<\(|[()]")
_WORDS = re.compile(r"[^\s'\"`$(){}\[\];&|<>=,]+")
_QUOTED_TEXT = re.compile(r"'([^']{1,400})'|\"([^\"]{1,400})\"")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
_REDIRECT = re.compile(
    r"(?<![\d&>-])\d?>>?\|?\s*(?!&|/dev/(?:null|stdout|stderr)\b)[^\s>&]|&>>?\s*(?!/dev/null\b)\S|\btee\b"
)
_KEPT = 2000  # commands remembered at a time


class CommandFacts:
    """What the index keeps of a command: no text but the program's name."""

    __slots__ = ("cwd", "flags", "normal", "program", "words")

    def __init__(self, program: str, cwd: str, normal: int, flags: int, words: list[int]) -> None:
        self.program = program
        self.cwd = cwd
        self.normal = normal
        self.flags = flags
        self.words = words


class Describer:
    """Describes commands, remembering the last ones: agents repeat themselves.

    `keeps_text` says whether the user wants the index to hold the text of commands.
    """

    __slots__ = ("_known", "keeps_text", "vocabulary")

    def __init__(self, vocabulary: Vocabulary, *, keeps_text: bool = False) -> None:
        self.keeps_text = keeps_text
        self._known: dict[tuple[str, str], CommandFacts] = {}
        self.vocabulary = vocabulary

    def describe(self, command: str, cwd: str) -> CommandFacts:
        """Return a command's facts, given the directory it was started in."""
        found = self._known.get((command, cwd))
        if found is None:
            if len(self._known) >= _KEPT:
                self._known.clear()
            found = self._known[command, cwd] = describe(command, cwd, self.vocabulary)
        return found


def describe(command: str, cwd: str, vocabulary: Vocabulary) -> CommandFacts:
    """Return a command's facts, given the directory it was started in."""
    rest, where = strip_cd(command, cwd)
    segments = _segments(rest, vocabulary)
    program = _program(segments[0], vocabulary) if segments else ""
    return CommandFacts(
        program, where, digests.key(normalise(rest)), _flags(rest, segments, vocabulary), word_hashes(command)
    )


def strip_cd(command: str, cwd: str) -> tuple[str, str]:
    """Turn leading `cd DIR &&` into the working directory; a directory that cannot be known is left in the command."""
    while match := _LEADING_CD.match(command):
        target = match[1] or match[2] or match[3]
        if target.startswith("~"):
            break
        cwd = posixpath.normpath(posixpath.join(cwd, target))
        command = command[match.end() :]
    return command, cwd


def normalise(command: str) -> str:
    """Fold white space outside quotes; a command with a here-document keeps every byte, since there it has meaning."""
    if "<<" in command:
        return command.strip()
    return _FOLD.sub(_folded, command).strip()


def _folded(match: re.Match[str]) -> str:
    return match[1] or ("\n" if match[0][0] == "\n" else " ")


def bare_words(command: str) -> set[str]:
    """Return a command's words and its quoted texts, without quotes."""
    words = set(_WORDS.findall(command))
    for match in _QUOTED_TEXT.finditer(command):
        words.add(match[1] or match[2])
    return words


def word_hashes(command: str) -> list[int]:
    """Return the sorted 32-bit hashes of a command's words, of quoted texts, and of the last part of each path."""
    words = bare_words(command)
    words.update([word.rsplit("/", 1)[1] for word in words if "/" in word])
    words.discard("")
    return sorted({digests.word(word) for word in words})


def _segments(command: str, vocabulary: Vocabulary) -> list[list[str]]:
    return [words for words in (_segment(part, vocabulary) for part in _SEGMENTS.split(command)) if words]


def _segment(text: str, vocabulary: Vocabulary) -> list[str]:
    """Return a segment's words from its program on: assignments and wrappers are taken off."""
    words = [word.strip("'\"") for word in text.split()]
    while words and (
        _ASSIGNMENT.match(words[0])
        or words[0] in vocabulary.wrappers
        or words[0] in ("{", "!", "then", "do", "else", "if", "while")
    ):
        del words[0]
    if len(words) > 2 and words[0] == "timeout":
        del words[:2]
    return words


def _program(words: list[str], vocabulary: Vocabulary) -> str:
    name = words[0].rsplit("/", 1)[-1][:40]
    if name in vocabulary.multitools and len(words) > 1 and len(words[1]) < 30:
        return f"{name} {words[1]}"
    return name


def _flags(command: str, segments: list[list[str]], vocabulary: Vocabulary) -> int:
    flags = 0
    viewer = bool(segments)
    for words in segments:
        if _reaches_network(words, vocabulary):
            flags |= event.NETWORK
        viewer = viewer and _only_shows(words, vocabulary)
        if words[0].rsplit("/", 1)[-1] in vocabulary.live or " ".join(words[:2]) in vocabulary.live:
            flags |= event.LIVE
    if not viewer:
        flags |= _purposes(command, segments, vocabulary)
    if _REDIRECT.search(command):
        flags |= event.REDIRECT
    elif viewer:
        flags |= event.VIEWER
    return flags


def _purposes(command: str, segments: list[list[str]], vocabulary: Vocabulary) -> int:
    """Return the flags that say what a command that does more than show is for, and whether it ends."""
    flags = 0
    bare = purposes.plain(command)
    if bare != command:
        segments = _segments(bare, vocabulary)
    for words in segments:
        if not _only_shows(words, vocabulary):
            flags |= purposes.of_segment(words, vocabulary)
    if purposes.in_background(bare):
        flags |= event.BACKGROUND
    if purposes.leaves_running(bare, segments):
        flags |= event.LEAVES_RUNNING
    return flags


def _only_shows(words: list[str], vocabulary: Vocabulary) -> bool:
    name = words[0].rsplit("/", 1)[-1]
    if name == "find" and any(word in ("-delete", "-exec", "-execdir", "-ok", "-fprint") for word in words):
        return False
    return (
        name in vocabulary.viewers
        or " ".join((name, *words[1:2])) in vocabulary.viewers
        or " ".join((name, *words[1:3])) in vocabulary.viewers
    )


def _reaches_network(words: list[str], vocabulary: Vocabulary) -> bool:
    for at, word in enumerate(words):
        name = word.rsplit("/", 1)[-1]
        if name in vocabulary.network_first and (
            name in vocabulary.network or f"{name} {''.join(words[at + 1 : at + 2])}" in vocabulary.network
        ):
            return True
    return False
