"""Leaves of a long stack of calls what one reads first: its innermost frames, its outermost one, and one's own code.

Python, Node, Java and its kin, Rust, Go. A stack of up to eight frames stays whole. Of a longer one the four innermost
frames stay, the outermost, and of the rest up to five, the nearest, that lie in no library and not where a kept one
lies; each gap of two or more says how many frames it held. The message and every line that is no frame stay.
"""

from __future__ import annotations

from tallystick.filters.marks import left_out, shorter, size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tallystick.filters.context import Context

    Frame = tuple[int, int]  # lines: the first, and the one behind the last

MECHANISM = "fold_traceback_frames"
BUCKET = "tool_output_filter"
KIND = "reducer"

_WHOLE = 8
_INNERMOST = 4
_OWN = 5
_LIBRARIES = (
    *("/site-packages/", "/dist-packages/", "/lib/python3", "<frozen ", "importlib/"),
    *("(node:", "node_modules", "(internal/", "at node:", "<anonymous>"),
    *("at java.", "at javax.", "at jdk.", "at sun.", "at scala.", "at kotlin.", "at org.junit", "at org.gradle"),
    *("at org.springframework", "at org.apache", "at io.netty", "at reactor."),
    *("/rustc/", ": std::", ": core::", ": alloc::", "rust_begin_unwind", "__rust_", "_start", "__libc_start"),
    *("/go/src/runtime/", "/go/src/testing/", "runtime.", "testing.", "/pkg/mod/"),
)
_PREFIXES = ("    at ", "\tat ", "  at ")


def applies(context: Context) -> bool:
    """Where a program speaks of its work: content that was asked for stays as it is."""
    return not context.is_content


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the text with its long stacks folded, and the number of gaps."""
    readers = [(begins, reader) for sign, begins, reader in _READERS if sign in text]
    if not readers:
        return text, 0
    lines = text.split("\n")
    gaps: list[tuple[int, int, str]] = []
    for begins, reader in readers:
        for frames in _stacks(lines, begins, reader):
            gaps += _gaps(lines, frames, is_python=reader is _python)
    if not gaps:
        return text, 0
    kept: list[str] = []
    done = 0
    for begin, end, mark in sorted(gaps):
        if begin < done:
            continue
        kept += lines[done:begin]
        kept.append(mark)
        done = end
    return shorter(text, "\n".join(kept + lines[done:]), len(gaps))


def _stacks(lines: list[str], sign: str, read: Callable[[list[str], int], int]) -> list[list[Frame]]:
    """Runs of more than eight frames, one directly behind the other; each begins with a line that has the sign."""
    found: list[list[Frame]] = []
    run: list[Frame] = []
    for at in [at for at, line in enumerate(lines) if sign in line]:
        if run and at < run[-1][1]:
            continue
        end = read(lines, at)
        if end == at:
            continue
        if run and at != run[-1][1]:
            if len(run) > _WHOLE:
                found.append(run)
            run = []
        run.append((at, end))
    return [*found, run] if len(run) > _WHOLE else found


def _gaps(lines: list[str], frames: list[Frame], *, is_python: bool) -> list[tuple[int, int, str]]:
    """What is left out of a stack: the first line, the line behind the last, the mark."""
    inner = frames[::-1] if is_python else frames
    kept = {inner[-1], *inner[:_INNERMOST]}
    seen = {_place(lines, frame, is_python=is_python) for frame in kept}
    for frame in inner[_INNERMOST:-1]:
        place = _place(lines, frame, is_python=is_python)
        if len(kept) <= _INNERMOST + _OWN and place not in seen and not _is_library(lines, frame):
            seen.add(place)
            kept.add(frame)
    gaps = []
    begin = 0
    for at in range(len(frames) + 1):
        if at < len(frames) and frames[at] not in kept:
            continue
        if at - begin > 1:
            first, end = frames[begin][0], frames[at - 1][1]
            indent = lines[first][: len(lines[first]) - len(lines[first].lstrip())]
            mark = indent + left_out(at - begin, "frames")
            if size(mark) < sum(map(len, lines[first:end])):
                gaps.append((first, end, mark))
        begin = at + 1
    return gaps


def _place(lines: list[str], frame: Frame, *, is_python: bool) -> str:
    """The line of a frame that names its place: of a recursion one frame tells as much as a thousand."""
    return lines[frame[0] if is_python else frame[1] - 1]


def _is_library(lines: list[str], frame: Frame) -> bool:
    return any(library in line for line in lines[frame[0] : frame[1]] for library in _LIBRARIES)


def _python(lines: list[str], at: int) -> int:
    """Behind a frame of Python that begins here: `File "x.py", line 3, in f` and the deeper lines below it."""
    line = lines[at]
    body = line.lstrip(" |")
    if not body.startswith('File "') or '", line ' not in body:
        return at
    indent = len(line) - len(body)
    end = at + 1
    while end < len(lines) and end < at + 12 and _is_deeper(lines[end], indent):
        end += 1
    return end


def _is_deeper(line: str, indent: int) -> bool:
    body = line.lstrip(" |")
    return len(line) - len(body) > indent and not body.startswith('File "') and bool(body)


def _at(lines: list[str], at: int) -> int:
    """Behind a frame of Node or the JVM: `    at f (x.js:3:1)`."""
    line = lines[at]
    return at + 1 if line.startswith(_PREFIXES) and (":" in line or "(" in line) else at


def _rust(lines: list[str], at: int) -> int:
    """Behind a frame of Rust: `  12: kiln::fire`, and its place below it."""
    number, colon, _ = lines[at].lstrip(" ").partition(": ")
    if not colon or len(number) > 4 or not (number.isascii() and number.isdigit()) or lines[at][0] != " ":
        return at
    end = at + 1
    return end + 1 if end < len(lines) and lines[end].lstrip().startswith("at ") else end


def _go(lines: list[str], at: int) -> int:
    """Behind a frame of Go: `main.fire(...)`, and its place below it."""
    end = at + 1
    if end == len(lines) or not lines[end].startswith("\t") or ".go:" not in lines[end]:
        return at
    return at if not lines[at] or lines[at][0].isspace() or not lines[at].rstrip().endswith(")") else end + 1


# what stands in the text of a stack, what in the first line of each frame, and who reads a frame
_READERS: tuple[tuple[str, str, Callable[[list[str], int], int]], ...] = (
    ('File "', 'File "', _python),
    (" at ", " at ", _at),
    ("\tat ", "\tat ", _at),
    ("stack backtrace:", ": ", _rust),
    ("goroutine ", ")", _go),
)
