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
# An error is told by how it starts and how it ends; the middle of a long one is left out of its hash.
_HEAD, _TAIL = 500, 500
_SUMMARY = 4000  # characters at the end of a test's output in which it says how it went


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
    """Return the hash of an error's first and last 500 characters with all that differs from run to run replaced."""
    if len(text) > _HEAD + _TAIL:
        text = f"{text[:_HEAD]}\0{text[-_TAIL:]}"
    for rule in vocabulary.volatile:
        text = rule.sub("?", text)
    return digests.key(text)


def has_failure_marks(text: str, vocabulary: Vocabulary) -> bool:
    """Say whether the end of a test's or build's output names failures, whatever its exit code."""
    text = text[-_SUMMARY:]
    lowered = text.lower()
    return any(mark.is_in(text, lowered) for mark in vocabulary.failures) or any(
        rule.search(lowered) for rule in vocabulary.failure_counts
    )


def success_marks(text: str, vocabulary: Vocabulary) -> int:
    """Return the result flags of what the end of an output shows to have gone well: tests, a commit, CI."""
    text = text[-_SUMMARY:]
    lowered = text.lower()
    flags = 0
    for flag, marks in (
        (event.SUCCESS_MARKERS, vocabulary.passed),
        (event.COMMIT_MARKERS, vocabulary.committed),
        (event.CI_MARKERS, vocabulary.delivered),
    ):
        if any(mark.is_in(text, lowered) for mark in marks):
            flags |= flag
    return event.FAILURE_MARKERS if flags and has_failure_marks(text, vocabulary) else flags
