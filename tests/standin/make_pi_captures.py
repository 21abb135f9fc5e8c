"""Re-make the captures of pi: run every scenario with one pi, scrub what it wrote, and keep it with the truth.

    python -m tests.standin.make_pi_captures FOLDER [SCENARIO ...]

FOLDER is an npm tree with pi. Works in /srv/tally, because the folder's name is written on every file; it must be free
and writable.
"""

from __future__ import annotations

import argparse
import inspect
import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .pi import open_pi, version_of
from .pi_scenarios import PI_SCENARIOS
from .scrub import clean, elide_deep
from .truth import INTERRUPTED, add, answered, counts_of, grouped, in_lines

if TYPE_CHECKING:
    from .pi import Pi
    from .script import Json

CAPTURES = Path(__file__).parents[1] / "data" / "pi_captures"
BASE = Path("/srv/tally")
OPENING = 2  # the output count that an interrupted answer's entry holds: what message_start said


def run(folder: Path, name: str, base: Path) -> tuple[Pi, dict[str, Any]]:
    """One scenario in the folder `base`, which must not exist: pi and what a reader must find."""
    version = version_of(folder)
    pi = open_pi(folder, base, label=f"{name}{version.replace('.', '')}x")
    with pi.server:
        PI_SCENARIOS[name](pi)
    about = inspect.cleandoc(PI_SCENARIOS[name].__doc__ or "")
    return pi, {"client": version, "scenario": name, "about": about, **expected(pi.server.log, version)}


def expected(log: list[Json], version: str) -> dict[str, Any]:
    """What was served, and what of it pi's entries hold: from 1.0 on a summary's usage stands in its compaction."""
    fates = {row["serial"]: INTERRUPTED for row in log if row.get("script") == "slow"}  # nobody waits for its end
    is_before = int(version.partition(".")[0]) < 1
    seen = [row | {"kind": "script"} if row["kind"] == "side" and not is_before else row for row in log]
    return {
        "served": {"all": add(counts_of(row["usage"]) for row in answered(log))}
        | grouped((row["kind"], counts_of(row["usage"])) for row in answered(log)),
        "in_lines": in_lines(seen, fates, OPENING),
    }


def scrub_pi(entry: Json) -> Json:
    """One entry of a session without pi's own prompt."""
    message = entry.get("message") or {}
    if message.get("role") == "system":
        entry = entry | {"message": elide_deep(message)}
    if "systemMessage" in entry:
        entry = entry | {"systemMessage": elide_deep(entry["systemMessage"])}
    cleaned: Json = clean(entry)
    return cleaned


def capture(folder: Path, name: str) -> None:
    """One scenario, in place of what was captured before."""
    base = BASE / name
    shutil.rmtree(base, ignore_errors=True)
    pi, truth = run(folder, name, base)
    target = CAPTURES / truth["client"] / name
    shutil.rmtree(target, ignore_errors=True)
    for path in pi.sessions():
        place = target / path.relative_to(pi.agent)
        place.parent.mkdir(parents=True, exist_ok=True)
        entries = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        place.write_text(
            "".join(json.dumps(scrub_pi(one), ensure_ascii=False, separators=(",", ":")) + "\n" for one in entries),
            encoding="utf-8",
        )
    (target / "expected.json").write_text(json.dumps(truth, indent=1) + "\n", encoding="utf-8")
    shutil.rmtree(base)


def main() -> None:
    """Capture the named scenarios, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("scenarios", nargs="*", default=list(PI_SCENARIOS))
    args = parser.parse_args()
    for name in args.scenarios:
        capture(args.folder, name)
        print(name)


if __name__ == "__main__":
    main()
