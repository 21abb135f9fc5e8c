"""What a tool result's text says about its outcome: exit code, kind of mistake, marks of failure, a hash of the error.

Claude Code transcripts carry no exit code of their own; a failing result spells it out in its text.
"""

from __future__ import annotations

import re

from tallystick.accounting import digests
from tallystick.model import event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.accounting.vocabulary import Vocabulary

_EXIT = re.compile(r"[Ee]xit(?:ed with)? (?:code|status)[: ]+(\d{1,3})\b")
_MISTAKES = (
    (
        event.NO_SUCH_COMMAND,
        ("command not found", ": not found\n", "not recognized as an internal", "no such tool available"),
    ),
    (
        event.UNKNOWN_FLAG,
        (
            *(
                f"{what} {thing}"
                for what in ("unrecognized", "unknown", "invalid", "unexpected")
                for thing in ("option", "argument", "flag")
            ),
            *(f"unknown {thing}" for thing in ("subcommand", "command", "switch")),
            *(f"no such {thing}" for thing in ("option", "subcommand", "command")),
            "illegal option",
            "flag provided but not defined",
            ": invalid choice: ",
            "is not a git command",
        ),
    ),
    (
        event.NO_SUCH_PATH,
        (
            "no such file or directory",
            "file does not exist",
            "path does not exist",
            "directory does not exist",
            "path not found",
            "enoent",
        ),
    ),
)
_HEAD = 500  # characters at the start of an error that say what it is about
_READ = 32_000  # characters at either end of an error in which what differs from run to run is looked for
_SUMMARY = 4000  # characters at the end of a test's output in which it says how it went


def claims_done(text: str, vocabulary: Vocabulary) -> bool:
    """Say whether a text holds a phrase of completion; most texts hold not even a part of one."""
    text = text.lower()
    for mark in vocabulary.completion_marks:
        if mark in text:
            return any(phrase in text for phrase in vocabulary.completions)
    return False


def classify_error(text: str) -> int:
    """Return the result flag that names the kind of mistake an error text states, or 0."""
    head = text[:_HEAD].lower() + "\n"
    for flag, phrases in _MISTAKES:
        for phrase in phrases:
            if phrase in head:
                return flag
    return 0


def exit_code(text: str) -> int:
    """Return the exit code of a failure: the number its text names after "exit code", else 1."""
    match = _EXIT.search(text[:_HEAD])
    return int(match[1]) if match else 1


def error_hash(text: str, vocabulary: Vocabulary) -> int:
    """Return the hash of an error with all that differs from run to run replaced.

    Of an error longer than any client passes on, the middle counts as it stands.
    """
    if len(text) <= 2 * _READ:
        return digests.key(_steady(text, vocabulary))
    head, middle, tail = text[:_READ], text[_READ:-_READ], text[-_READ:]
    return digests.key(f"{_steady(head, vocabulary)}\0{digests.key(middle)}\0{_steady(tail, vocabulary)}")


def _steady(text: str, vocabulary: Vocabulary) -> str:
    for rule in vocabulary.volatile:
        text = rule.sub("?", text)
    return text


def is_transient(text: str, vocabulary: Vocabulary) -> bool:
    """Say whether an error is one of an outage, a limit of rates or a wait that was too short: it passes by itself."""
    lowered = text[: 2 * _READ].lower()
    return any(mark in lowered for mark in vocabulary.outages)


def has_failure_marks(text: str, vocabulary: Vocabulary) -> bool:
    """Say whether the end of a test's or build's output names failures, whatever its exit code."""
    text = text[-_SUMMARY:]
    lowered = text.lower()
    return any(mark.is_in(text, lowered) for mark in vocabulary.failures) or any(
        _counts(word, lowered) for word in vocabulary.failure_counts
    )


def _counts(word: str, text: str) -> bool:
    """Say whether a text holds a count of something that is not zero, like "3 failed"."""
    at = text.find(word)
    while at >= 0:
        before, behind = text[max(at - 10, 0) : at], text[at + len(word) : at + len(word) + 1]
        number = before[len(before.rstrip("0123456789")) :]
        if number.strip("0") and not behind.isalnum():
            return True
        at = text.find(word, at + 1)
    return False


def success_marks(text: str, vocabulary: Vocabulary) -> int:
    """Return the result flags of what the end of an output shows to have gone well: tests, a commit, CI."""
    text = text[-_SUMMARY:]
    lowered = text.lower()
    flags = 0
    if not any(hint in lowered for hint in vocabulary.success_hints):
        return flags
    for flag, marks in (
        (event.SUCCESS_MARKERS, vocabulary.passed),
        (event.COMMIT_MARKERS, vocabulary.committed),
        (event.CI_MARKERS, vocabulary.delivered),
    ):
        if any(mark.is_in(text, lowered) for mark in marks):
            flags |= flag
    return event.FAILURE_MARKERS if flags and has_failure_marks(text, vocabulary) else flags
