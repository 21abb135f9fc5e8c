"""docker, podman and kubectl: of a long table the rows that are not well, and the first that are; of builds and pulls
the steps without their progress.

Recognised by the table's heading (NAME ... STATUS, CONTAINER ID), by layers (`a1b2c3d4e5f6: Pull complete`) and by the
numbered steps of a build. A table of up to fifteen rows stays as it is. Left out: of longer ones the rows beyond the
fifth that say Running, Up, Completed, Ready, Bound or Active, and of Running those alone whose containers are all
ready and never restarted; progress of layers; steps that were done or cached.
"""

from __future__ import annotations

from tallystick.filters.patterns import Pattern
from tallystick.filters.sieve import Sieve, is_digest, may_run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "containers_digest"
BUCKET = "structured_projection"
KIND = "reducer"

_TABLE = Pattern(r"(?:NAMESPACE|NAME|CONTAINER ID|REPOSITORY|LAST SEEN)\s{2,}[A-Z]")
_WELL = Pattern(
    r"\s(?:Running|Completed|Ready|Bound|Active|Succeeded|Up \d+ \w+(?: \(healthy\))?|Up (?:About|Less) [\w ]+?)\s"
)
_READY = Pattern(r"\s(\d+)/(\d+)\s+(?:Running|Completed)\s+(\d+)\s")
_LAYER = Pattern(
    r"[0-9a-f]{12}: (?:Pulling fs layer|Waiting|Downloading|Verifying Checksum|Download complete|Extracting|"
    r"Pull complete|Already exists|Preparing|Pushing|Pushed|Layer already exists|Mounted from)"
)
_STEP = Pattern(
    r"#\d+ (?:DONE [\d.]+s|CACHED$|sha256:[0-9a-f]+ |extracting sha256:|transferring |resolve \S+|naming to |"
    r"writing image |exporting layers|exporting to image|resolving provenance|\[internal\]|\.\.\.$)| ---> "
    r"(?:Running in )?[0-9a-f]{12}$|Removing intermediate container "
)
_WHOLE = 15
_KEPT = 5


def applies(context: Context) -> bool:
    """Where the command is about containers, runs one that is, or is not known."""
    return may_run(context, "docker", "podman", "kubectl", "k", "oc", "docker-compose", "nerdctl", "crictl", "buildah")


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return what is not well, and how much is."""
    if is_digest(text):
        return text, 0
    if _TABLE.match(text.lstrip()):
        return _sort_table(text, context)
    if not (": Pull" in text or "\n#1 " in text or text.startswith("#0 ") or "Step 1/" in text or ": Push" in text):
        return text, 0
    sieve = Sieve(text)
    for at, line in enumerate(sieve.lines):
        if _LAYER.match(line):
            sieve.reasons[at] = "lines of layers"
        elif _STEP.match(line):
            sieve.reasons[at] = "lines of steps"
    return sieve.finish("containers", context)


def _sort_table(text: str, context: Context) -> tuple[str, int]:
    sieve = Sieve(text)
    lines = sieve.lines
    if len(lines) <= _WHOLE + 2:
        return text, 0
    well = [at for at, line in enumerate(lines) if at and line and _is_well(line)]
    for at in well[_KEPT:]:
        sieve.reasons[at] = "rows that are well"
    return sieve.finish("containers", context, squeeze=False)


def _is_well(line: str) -> bool:
    if "(unhealthy)" in line or "NotReady" in line or "SchedulingDisabled" in line:
        return False
    if _WELL.search(f"{line} ") is None:
        return False
    ready = _READY.search(f"{line} ")
    return ready is None or ("Completed" in ready[0]) or (ready[1] == ready[2] and ready[3] == "0")
