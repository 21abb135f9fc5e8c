"""pip and uv pip: what was installed, every error and warning; what was there already is counted.

Recognised by "Collecting", "Requirement already satisfied" and their kin. Left out: collecting, downloading, building
and its stages, notices of newer versions, in the output of a build that failed what only tells of files written.
"""

from __future__ import annotations

from tallystick.filters.patterns import Pattern
from tallystick.filters.sieve import LAYOUT, Sieve, is_digest, may_run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "pip_digest"
BUCKET = "structured_projection"
KIND = "reducer"

_SATISFIED = "Requirement already satisfied: "
_STEPS = (
    *("Collecting ", "Downloading ", "Using cached ", "Obtaining ", "Processing ", "Preparing metadata ", "Stored in "),
    *(
        "Building wheel",
        "Created wheel ",
        "Installing build dependencies",
        "Getting requirements to build",
        "Looking in ",
    ),
    *(
        "Installing backend dependencies",
        "Installing collected packages: ",
        "Attempting uninstall: ",
        "Found existing ",
    ),
    *("Uninstalling ", "Successfully uninstalled ", "Building wheels for ", "Checking if build ", "Running setup.py "),
    *("Successfully built ", "Defaulting to user ", "Building editable for "),
)
_NOTICES = ("[notice] ", "WARNING: You are using pip version ", "You should consider upgrading via ")
_BUILDING = Pattern(
    r"(?:running |copying |creating |writing |reading manifest |adding license |byte-compiling |removing |adding ')\S"
)
_BAR = Pattern(r"[━╸╺╺─ ]*[━─][━╸╺─ ]*\s*[\d.]+/[\d.]+ [kM]?B")


def applies(context: Context) -> bool:
    """Where the command is pip, runs it, or is not known."""
    return may_run(context, "pip", "pip3", "pipx")


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the installation's outcome."""
    known = "Collecting " in text or _SATISFIED in text or "Processing " in text or "Installing collected" in text
    if is_digest(text) or not known:
        return text, 0
    sieve = Sieve(text)
    for at, line in enumerate(sieve.lines):
        sieve.reasons[at] = _reason(line)
    return sieve.finish("pip", context)


def _reason(line: str) -> str:
    bare = line.strip(" │╰─>")
    if bare.startswith(_SATISFIED):
        return "requirements that were satisfied"
    if bare.startswith(_STEPS):
        return "" if "error" in bare else "steps"
    if bare.startswith(_NOTICES):
        return "notices"
    if not bare:
        return LAYOUT
    if line[:1] == " " and (_BUILDING.match(bare) or ("━" in bare and _BAR.match(bare))):
        return "" if "error" in bare else "steps of builds"
    return ""
