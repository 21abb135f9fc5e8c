"""make, ninja and cmake: errors with the command that failed, each warning once, make's own last words.

Recognised by make's own lines, `[ 50%] Building`, or a command that calls a compiler. Left out: commands after which
nothing went wrong, directories entered and left, steps of progress, and of diagnostics what the digest of compilers
leaves out.
"""

from __future__ import annotations

from tallystick.filters import diagnostics
from tallystick.filters.patterns import Pattern
from tallystick.filters.sieve import Sieve, fold_same, is_digest, may_run, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "make_digest"
BUCKET = "structured_projection"
KIND = "reducer"

_CALL = Pattern(
    r"(?:/?(?:[\w.+-]+/)*)?(?:[\w-]*-)?(?:cc|gcc|g\+\+|c\+\+|clang|clang\+\+|"
    r"ar|ld|ranlib|libtool|as|strip|objcopy)(?:-\d+)? +-?\S|"
    r"(?:/bin/)?(?:sh|bash) \S*libtool |libtool: (?:compile|link): "
)
_STEP = Pattern(
    r"\[ *\d+(?:%|/\d+)\] |(?: {2})(?:CC|CXX|LD|AR|AS|HOSTCC|GEN|LINK|CCLD|INSTALL|MKDIR|DEPMOD)(?: \[M\])? +\S"
)
_MAKE = Pattern(
    r"(?:g|m)?make(?:\[\d+\])?: (?:Entering|Leaving) directory |(?:g|m)?make(?:\[\d+\])?: Nothing to be done for |"
    r"Scanning dependencies of |Consolidate compiler generated "
)
_CMAKE = Pattern(
    r"-- (?:Detecting |Check for working |Looking for |Performing Test |Found \S+: |"
    r"The \w+ compiler identification |Check if )"
)
_CONFIGURE = Pattern(r"checking (?:for|whether|how|if|the|build|host|dependency|that|size) .*\.\.\. ")


def applies(context: Context) -> bool:
    """Where the command is make or its like, runs it, or is not known."""
    return may_run(context, "make", "gmake", "ninja", "cmake", "meson", "configure", "scons")


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the build without what went well."""
    if is_digest(text):
        return text, 0
    sieve = Sieve(text)
    lines, reasons = sieve.lines, sieve.reasons
    calls: list[int] = []
    for at, line in enumerate(lines):
        if not line:
            continue
        if _MAKE.match(line):
            reasons[at] = "lines of progress"
        elif line[0] == "-" and _CMAKE.match(line):
            reasons[at] = "" if "fail" in line.lower() or "not found" in line.lower() else "lines of progress"
        elif line[0] == "c" and _CONFIGURE.match(line):
            reasons[at] = "lines of progress"
        elif (line[0] in "[ " and _STEP.match(line)) or (line[0] != " " and _is_call(line)):
            calls.append(at)
    if not (calls or any(reasons)):
        return text, 0
    if not _is_build(calls, lines, context):
        return text, 0
    _drop_calls(sieve, calls)
    if diagnostics.has_any(plain(text)):
        fold_same(sieve, diagnostics.find(sieve))
    return sieve.finish("build", context)


def _is_call(line: str) -> bool:
    return " " in line and _CALL.match(line) is not None


def _is_build(calls: list[int], lines: list[str], context: Context) -> bool:
    """Some lines that look like a build's are enough where the command is one, else there must be several."""
    known = bool(context.words)
    return known or len(calls) > 2 or any(_MAKE.match(line) for line in lines)


def _drop_calls(sieve: Sieve, calls: list[int]) -> None:
    """Leave out every command but those after which, before the next one, there is talk of an error."""
    ends = [*calls[1:], len(sieve.lines)] if calls else []
    for at, after in zip(calls, ends, strict=True):
        if not any(_is_trouble(sieve.lines[inside]) for inside in range(at + 1, after)):
            sieve.reasons[at] = "commands that went well"


def _is_trouble(line: str) -> bool:
    return "rror" in line or "FAILED" in line or "undefined reference" in line or "***" in line
