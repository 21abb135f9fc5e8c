"""Facts of a shell command: what it runs, what it may reach or change, and hashes of its normal form and words.

Nothing here runs or parses a command the way a shell would; it answers questions whose wrong answers are harmless:
a word too many only keeps a finding silent.
"""

from __future__ import annotations

import posixpath
import re

from tallystick.accounting import digests, purposes
from tallystick.accounting.commandwords import QUOTED, word_hashes
from tallystick.model import event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.accounting.vocabulary import Vocabulary

# What keeps its bytes (an escaped character, a quoted text, a comment), else white space; a line continued is none.
_FOLD = re.compile(rf"(\\[^\n]|{QUOTED}|(?<![^\s;&|()])#[^\n]*)|[ \t]*\n\s*|(?:[ \t]|\\\n)+", re.DOTALL)
_LEADING_CD = re.compile(
    r"\s*cd[ \t]+(?:\"([^\"$`\\]+)\"|'([^']+)'|([^\s;&|<>$`()'\"\\*?-][^\s;&|<>$`()'\"\\*?]*))[ \t]*(?:&&|;|\n)\s*"
)
_SEGMENTS = re.compile(r"\|\||&&|\|&|[;|\n]|(?<![<>&])&(?![>&\d])|\$\(|`|<\(|[()]")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
_REDIRECT = re.compile(r"(?<![\d&>-])\d?>>?\|?\s*(?!&|/dev/(?:null|stdout|stderr)\b)[^\s>&]|&>>?\s*(?!/dev/null\b)\S")
# A quoted text; what a shell is given to run (`bash -c "..."`) and what substitutes a command is no mere text.
_MERE_TEXT = re.compile(rf"(\b\w*sh\s+-\w*c\s+)?({QUOTED})", re.DOTALL)
_AWKS = frozenset(("awk", "gawk", "mawk", "nawk"))  # their programs redirect within quotes
_COPIERS = frozenset(("uniq", "xxd"))  # their second operand is written
_MOST_MOVES = 16  # `cd` before a command
_MOST_OPTIONS = 16  # words before a subcommand
_KEYWORDS = frozenset(("{", "!", "then", "do", "else", "if", "while"))
_SIGNS = frozenset("-+")  # an option, or a toolchain: cargo +nightly test
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
    joined = rest.replace("\\\n", " ")
    segments = _segments(joined, vocabulary)
    program = _program(segments[0], vocabulary) if segments else ""
    return CommandFacts(
        program, where, digests.key(normalise(rest)), _flags(joined, segments, vocabulary), word_hashes(command)
    )


def strip_cd(command: str, cwd: str) -> tuple[str, str]:
    """Turn leading `cd DIR &&` into the working directory; a directory that cannot be known is left in the command."""
    for _ in range(_MOST_MOVES):
        match = _LEADING_CD.match(command)
        if match is None:
            break
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
    space = match[0]
    if match[1] or space.strip(" \t") == "":
        return match[1] or " "
    if "\\" in space:
        return " " if " " in space or "\t" in space else ""
    return "\n"


def _segments(command: str, vocabulary: Vocabulary) -> list[list[str]]:
    return [words for words in (_segment(part, vocabulary) for part in _SEGMENTS.split(command)) if words]


def _segment(text: str, vocabulary: Vocabulary) -> list[str]:
    """Return a segment's words from its program on: assignments and wrappers are taken off, and options that stand
    before a subcommand go behind it.
    """
    words = [word.strip("'\"") for word in text.split()]
    start = next((at for at, word in enumerate(words) if not _is_before_a_program(word, vocabulary)), len(words))
    del words[:start]
    if len(words) > 2 and words[0] == "timeout":
        del words[:2]
    if len(words) > 2 and words[1][:1] in _SIGNS:
        at = _verb(words, 0, vocabulary)
        words = [words[0], *words[at:], *words[1:at]]
    return words


def _is_before_a_program(word: str, vocabulary: Vocabulary) -> bool:
    return word in vocabulary.wrappers or word in _KEYWORDS or _ASSIGNMENT.match(word) is not None


def _verb(words: list[str], at: int, vocabulary: Vocabulary) -> int:
    """Return the place of a program's subcommand: behind the options that stand before it."""
    valued = vocabulary.options.get(words[at].rsplit("/", 1)[-1])
    at += 1
    if valued is not None:
        last = at + _MOST_OPTIONS
        while at < min(len(words), last) and words[at][:1] in _SIGNS:
            at += 2 if words[at] in valued or (at + 1 < len(words) and words[at + 1].isdigit()) else 1
    return at


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
    if _redirects(command, segments):
        flags |= event.REDIRECT | event.WRITES
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
            flags |= purposes.of_segment(words, vocabulary) | (event.WRITES if _writes(words, vocabulary) else 0)
    if purposes.in_background(bare):
        flags |= event.BACKGROUND
    if purposes.leaves_running(bare, segments):
        flags |= event.LEAVES_RUNNING
    return flags


def _redirects(command: str, segments: list[list[str]]) -> bool:
    """Say whether a command's output goes to a file; a `>` in a quoted text is none."""
    if ">" not in command and "tee" not in command:
        return False
    programs = {words[0].rsplit("/", 1)[-1] for words in segments}
    command = purposes.without_documents(command)
    if ("'" in command or '"' in command) and not programs & _AWKS:
        command = _MERE_TEXT.sub(_silenced, command)
    return "tee" in programs or _REDIRECT.search(command) is not None


def _silenced(match: re.Match[str]) -> str:
    is_run = match[1] or (match[0][0] == '"' and ("$(" in match[0] or "`" in match[0]))
    return match[0] if is_run else "''"


def _only_shows(words: list[str], vocabulary: Vocabulary) -> bool:
    name = words[0].rsplit("/", 1)[-1]
    shown = name
    if name not in vocabulary.viewers:
        shown = f"{name} {' '.join(words[1:2])}"
        if shown not in vocabulary.viewers and (shown := " ".join((name, *words[1:3]))) not in vocabulary.viewers:
            return False
    for option in vocabulary.writing.get(shown) or vocabulary.writing.get(name) or ():
        if _has_option(words, option):
            return False
    if name == "sed":
        return not any(_is_seds_own(word) for word in words[1:])
    if name not in _COPIERS:
        return True
    operands = [word for word in words[1:] if not word.startswith("-") and not word.isdigit()]
    return len(operands) < 2  # what is read, and what is written


def _is_seds_own(word: str) -> bool:
    """Say whether a word ends in sed's `w` or `e`, which write a file or run a command: alone, or behind an address or
    `s///`.
    """
    if word[-1:] not in ("w", "e"):
        return False
    before = word[:-1].rstrip("gpIiMm0123456789")
    return not before or before[-1] in "/|#,;{}!$"


def _has_option(words: list[str], option: str) -> bool:
    """Say whether an option is among words: a letter also among others (`-ni`), a long one also with `=`."""
    if len(option) == 2:  # a dash and a letter
        return any(word[:1] == "-" != word[1:2] and option[1] in word for word in words)
    return any(word == option or word.startswith(f"{option}=") for word in words)


def _writes(words: list[str], vocabulary: Vocabulary) -> bool:
    """Say whether a segment's program writes, moves or removes files, where it succeeds."""
    marks = vocabulary.writers.get(words[0].rsplit("/", 1)[-1], ())
    return any(mark == "" or (_has_option(words, mark) if mark[0] == "-" else words[1:2] == [mark]) for mark in marks)


def _reaches_network(words: list[str], vocabulary: Vocabulary) -> bool:
    for at, word in enumerate(words):
        marks = vocabulary.network.get(word.rsplit("/", 1)[-1])
        if marks:
            verb = _verb(words, at, vocabulary)
            if any(tuple(words[verb : verb + len(mark) - 1]) == mark[1:] for mark in marks):
                return True
    return False
