"""A file that was read whole (cat, bat): runs of three or more comment lines and blank lines become one line each.

Recognised by the command and the file's ending, which says what a comment is; other files stay as they are, and so do
files of up to two hundred lines and files of which little would be left. Comments that a tool reads (`#!`, `# type:`,
`//go:`) stay. Each gap stands where it was, with its size, so that nobody takes the rest for the whole.
"""

from __future__ import annotations

from tallystick.filters import marks
from tallystick.filters.sieve import Sieve, is_digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "source_digest"
BUCKET = "structured_projection"
KIND = "reducer"

_READERS = frozenset(("cat", "bat", "batcat", "less", "more"))
_HASH = frozenset("py pyi sh bash zsh rb pl pm r jl yml yaml toml cfg conf tf mk cmake ex exs nim".split())  # noqa: SIM905
_SLASH = frozenset(
    [
        "js",
        "jsx",
        "mjs",
        "cjs",
        "ts",
        "tsx",
        "go",
        "rs",
        "java",
        "kt",
        "kts",
        "c",
        "h",
        "cc",
        "cpp",
        "cxx",
        "hpp",
        "cs",
        "swift",
        "scala",
        "php",
        "dart",
        "zig",
        "proto",
    ]
)
_READ = (
    "#!",
    "# type:",
    "# noqa",
    "# pylint",
    "# pragma",
    "# ruff",
    "# mypy",
    "# -*-",
    "# /// ",
    "//go:",
    "/// <",
    "// @ts",
    "// eslint",
)
_WHOLE = 200
_LEAST = 20  # lines of code, of which a file must keep so many
_RUN = 3


def applies(context: Context) -> bool:
    """Where the command shows one whole file of a language whose comments are known."""
    words = context.words
    if context.program.rsplit("/", 1)[-1] not in _READERS or len(words) != 2 or words[1].startswith("-"):
        return False
    return _ending(words[1]) in _HASH | _SLASH


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the file without its longer comments."""
    if is_digest(text) or text.count("\n") <= _WHOLE:
        return text, 0
    sieve = Sieve(text)
    ending = _ending(context.words[-1]) if context.words else ""
    spared = _comments(sieve.lines, slash=ending in _SLASH)
    if len(sieve.lines) - sum(spared) < _LEAST:
        return text, 0
    start = 0
    for at in range(len(spared) + 1):
        if at < len(spared) and spared[at]:
            continue
        if at - start >= _RUN:
            _leave_out(sieve, start, at)
        start = at + 1
    return sieve.finish("file", context, squeeze=False)


def _ending(path: str) -> str:
    return path.rsplit("/", 1)[-1].rpartition(".")[2].lower()


def _comments(lines: list[str], *, slash: bool) -> list[bool]:
    """Which lines hold nothing but a comment, or nothing at all."""
    spared = []
    block = False  # inside /* ... */
    for line in lines:
        bare = line.strip()
        if slash and (block or bare.startswith("/*")):
            closed = "*/" in bare
            spared.append(not closed or bare.endswith("*/"))
            block = not closed
        else:
            comment = bare.startswith("//" if slash else "#") and not bare.startswith(_READ)
            spared.append(comment or not bare)
    return spared


def _leave_out(sieve: Sieve, start: int, end: int) -> None:
    """Put a mark in place of some lines, where it is shorter than they are."""
    mark = f"{marks.OPEN}{end - start:,} lines of comments left out]"
    if sum(len(sieve.raw[at]) + 1 for at in range(start, end)) > len(mark) + 1:
        sieve.drop(start, end, "lines of comments")
        sieve.before[start] = mark
