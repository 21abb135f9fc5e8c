"""git log: of each commit its hash and its subject, and what --stat or --graph draw; of long one-line logs the newest.

Recognised by the command and `commit` with its digits. A log of up to thirty lines stays as it is, and so does one that
was asked for patches or for a format of its own. Left out: authors, dates, the rest of messages, of statistics the
files beyond ten a commit; of a log in one-line form all but the first forty commits.
"""

from __future__ import annotations

from tallystick.filters.patterns import Pattern
from tallystick.filters.sieve import LAYOUT, Sieve, is_digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "git_log_digest"
BUCKET = "structured_projection"
KIND = "reducer"

_COMMIT = Pattern(r"([*|/\\_ ]*)commit [0-9a-f]{7,64}\b")
_FIELD = Pattern(r"[*|/\\_ ]*(Author|AuthorDate|Commit|CommitDate|Date|Merge): ")
_MESSAGE = Pattern(r"[*|/\\_ ]*    \S")
_SHORT = Pattern(r"[*|/\\_ ]*[0-9a-f]{7,40} \S")
_ASKED = (
    "-p",
    "-u",
    "--patch",
    "-c",
    "--cc",
    "-L",
    "-S",
    "-G",
    "-W",
    "--format",
    "--pretty",
    "--author",
    "--show-signature",
)
_FILES_KEPT = 10
_FEW = 30
_NEWEST = 40


def applies(context: Context) -> bool:
    """Where the command is git log that asks for no patch."""
    words = context.words
    if not words or words[0].rsplit("/", 1)[-1] != "git" or "log" not in words:
        return False
    flags = words[words.index("log") + 1 :]
    return not any(flag.startswith(_ASKED) for flag in flags if flag not in {"--patience", "--cherry"})


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the log, a commit in two lines."""
    if is_digest(text) or text.count("\n", 0, 20_000) <= _FEW:
        return text, 0
    sieve = Sieve(text)
    lines = sieve.lines
    first = next((line for line in lines if line), "")
    if _COMMIT.match(first):
        if "\ndiff --git " in text or "\ndiff --cc " in text:
            return text, 0
        _sort(sieve)
    elif "log" in context.words and all(_SHORT.match(line) for line in lines[:20] if line):
        sieve.drop(_NEWEST, len(lines) - 1, "older commits")
    return sieve.finish("git log", context)


def _sort(sieve: Sieve) -> None:
    lines, reasons = sieve.lines, sieve.reasons
    subject = False  # whether the subject of this commit has been seen
    files = 0  # of the statistics of this commit
    for at, line in enumerate(lines):
        if "commit " in line and _COMMIT.match(line):
            subject, files = False, 0
        elif " | " in line and _is_file(line):
            files += 1
            reasons[at] = "files of statistics" if files > _FILES_KEPT else ""
        elif not line.strip("*|/\\_ "):
            reasons[at] = LAYOUT
        elif ": " in line and not subject and _FIELD.match(line):
            reasons[at] = "authors and dates"
        elif _MESSAGE.match(line):
            if subject:
                reasons[at] = "lines of messages"
            subject = True


def _is_file(line: str) -> bool:
    """Whether a line is a file's in statistics: ` path | 12 ++--`."""
    changed = line.rpartition(" | ")[2].lstrip()
    return (line.lstrip("*|/\\_ ") != line and changed.rstrip("+-").strip().isdigit()) or changed.startswith("Bin ")
