"""A tool is about to read: a whole large text file is refused where the settings ask for that, with a cheaper way to
the answer and the way around it. Everything else is none of our business: nothing is said, and nothing is ever allowed.
"""

from __future__ import annotations

import posix
from _codecs import utf_8_decode
from posix import X_OK, access, close, fstat, open, read, stat  # noqa: A004

from tallystick.hooks.payload import answered, part, text
from tallystick.kernel import hotconfig
from tallystick.kernel.files import READ, is_regular, read_text
from tallystick.kernel.quoting import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallystick.hooks.payload import Event

_VARIABLE = "TALLY_DIVERT_MIN_LINES"
_WORKER = "claude"
_BOUNDS = ("offset", "limit", "pages")
_SHOWERS = ("cat", "head", "tail", "less", "more")
_LARGEST = 64 << 20  # bytes of a file whose lines are counted
_CHUNK = 1 << 20


def refuse(event: Event, root: bytes, environ: Mapping[str, str]) -> bytes:
    """Return the refusal of a bulk read, b"" where there is nothing to refuse."""
    least = _least(root, environ)
    if not least:
        return b""
    for path in _targets(event):
        count = count_lines(path.encode("utf-8", "surrogateescape"))
        if count >= least:
            break
    else:
        return b""
    if not _is_installed(_WORKER, environ.get("PATH", "")):
        shown = path.encode("utf-8", "backslashreplace")
        posix.write(2, b"divert: `claude` is not on PATH; allowing the bulk read of %s undiverted\n" % shown)
        return b""
    return answered("PreToolUse", permissionDecision="deny", permissionDecisionReason=_reason(path, count))


def _least(root: bytes, environ: Mapping[str, str]) -> int:
    """Return from how many lines on a read is refused, 0 where none is."""
    config = hotconfig.read(read_text(root + b"/statusline/config"))
    if not config.diverts:
        return 0
    named = environ.get(_VARIABLE, "").strip()
    return (_number(named) or hotconfig.DIVERT_LINES) if named else config.divert_lines


def _number(word: str) -> int:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else 0


def _targets(event: Event) -> list[str]:
    """Return the files that a call would show whole."""
    given, tool = part(event, "tool_input"), text(event, "tool_name")
    if tool == "Read":
        found = [] if any(given.get(key) is not None for key in _BOUNDS) else [text(given, "file_path")]
    elif tool == "Bash":
        found = _operands(text(given, "command"))
    else:
        return []
    folder = text(event, "cwd")
    return [path for one in found if (path := _absolute(one, folder))]


def _operands(command: str) -> list[str]:
    """Return the files that one plain command shows; none where a flag bounds what is shown."""
    if not command.lstrip().startswith(_SHOWERS) and "/" not in command:
        return []
    from tallystick.filters.shell import simple_words

    words = simple_words(command)
    if not words or words[0].rpartition("/")[2] not in _SHOWERS:
        return []
    return [] if any(word.startswith("-") for word in words[1:]) else list(words[1:])


def _absolute(path: str, folder: str) -> str:
    if "\0" in path or not path:
        return ""
    if path.startswith("/"):
        return path
    return f"{folder.rstrip('/')}/{path}" if folder.startswith("/") else ""


def count_lines(path: bytes) -> int:
    """Return how many lines a text file has, 0 where it is no text, no file, too large or cannot be read."""
    try:
        handle = open(path, READ)
    except (OSError, ValueError):
        return 0
    try:
        found = fstat(handle)
        if not is_regular(found) or found.st_size > _LARGEST:
            return 0
        return _count(handle)
    except (OSError, UnicodeDecodeError):
        return 0
    finally:
        close(handle)


def _count(handle: int) -> int:
    count, last, rest = 0, b"", b""
    while chunk := read(handle, _CHUNK):
        if b"\0" in chunk:
            return 0
        _, end = utf_8_decode(rest + chunk, "strict", False)  # noqa: FBT003 - a C function: more may follow
        rest = (rest + chunk)[end:]
        count += chunk.count(b"\n")
        last = chunk[-1:]
    return 0 if rest else count + (last not in {b"", b"\n"})


def _is_installed(program: str, path: str) -> bool:
    return any(_may_run(f"{folder or '.'}/{program}") for folder in path.split(":"))


def _may_run(path: str) -> bool:
    try:
        return is_regular(stat(path)) and access(path, X_OK)
    except (OSError, ValueError):
        return False


def _reason(path: str, count: int) -> str:
    shown = path.encode("utf-8", "backslashreplace").decode()
    return (
        f"{shown} has {count:,} lines; reading all of it would fill the context. Have a helper read it instead: "
        f'tally divert bulk-read {quote(shown)} --prompt "what you want to know". If that prints '
        "`divert: fall-through`, or if you need the text itself, use Read with offset and limit."
    )
