"""npm, yarn and pnpm: what was added, every warning and error; vulnerabilities.

Recognised by "added N packages", `npm warn`, `npm error`, or the marks of yarn and pnpm. Left out: requests, steps of
progress, notices of newer versions and of funding, the list of a command's options below an error.
"""

from __future__ import annotations

from tallystick.filters.patterns import Pattern
from tallystick.filters.sieve import LAYOUT, Sieve, is_digest, may_run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "npm_digest"
BUCKET = "structured_projection"
KIND = "reducer"

_KNOWN = Pattern(
    r"(?m)^(?:added \d+ packages?|up to date|removed \d+ packages?|changed \d+ packages?|"
    r"npm (?:warn|error|notice|http|ERR!|WARN) |"
    r"yarn install v|\[\d/\d\] |Progress: resolved \d+|➤ YN)"
)
_STEP = Pattern(
    r"npm (?:http|verbose|timing|sill|info) |\[\d/\d\] |Progress: resolved \d+|\$ \S|"
    r"info (?:No lockfile|Direct dep|All dep)|"
    r"➤ YN\d+: (?:┌|└|│ \S+ (?:can't be found in the cache|was not in the cache))|"
    r"Packages: \+\d+$|[+]+$|reify:|idealTree"
)
_FUNDING = Pattern(r"(?:\d+ packages? (?:are|is) looking for funding|  run `npm fund` for details|npm notice)")
_OPTION = Pattern(r"npm (?:error|ERR!) (?:\[|  --|  -\w|aliases?: |Options:|Usage:|Run \"npm help|npm \w+$)")
_BARE = Pattern(r"npm (?:error|ERR!|warn|WARN)\s*$")
_LOG = Pattern(r"npm (?:error|ERR!) (?:A complete log of this run|    \S+debug-\d+\.log$|For a full report see)")


def applies(context: Context) -> bool:
    """Where the command installs packages of JavaScript, or is not known."""
    return may_run(context, "npm", "yarn", "pnpm", "corepack")


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the installation's outcome."""
    if is_digest(text) or not _KNOWN.search(text):
        return text, 0
    sieve = Sieve(text)
    for at, line in enumerate(sieve.lines):
        sieve.reasons[at] = _reason(line)
    return sieve.finish("npm", context)


def _reason(line: str) -> str:
    if not line:
        return LAYOUT
    if line.startswith(("npm error", "npm ERR!", "npm warn", "npm WARN")):
        if _BARE.match(line):
            return LAYOUT
        if _OPTION.match(line):
            return "lines of usage"
        return "lines on logs" if _LOG.match(line) else ""
    if _FUNDING.match(line):
        return "notices"
    return "steps" if _STEP.match(line) else ""
