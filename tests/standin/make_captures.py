"""Re-make the captures: run every scenario with one client, scrub what it wrote, and keep it with the truth.

    python -m tests.standin.make_captures --binary PATH [SCENARIO ...]

Works in /srv/tally, because the folder's name is written on every line; it must be free and writable.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
from pathlib import Path

from .run_client import run, version_of
from .scenarios import SCENARIOS
from .scrub import scrub_line

CAPTURES = Path(__file__).parents[1] / "data" / "captures"
BASE = Path("/srv/tally")
# Clients that lack what a scenario needs, or have nothing to add to it.
ABSENT = {"2.1.197": ("autocompact", "waste", "waste_again", "waste_together")}


def copy_scrubbed(source: Path, target: Path) -> None:
    """Every transcript and its companion, scrubbed; full outputs kept aside by the client are left out."""
    for path in sorted(source.rglob("*.json*")):
        place = target / path.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        lines = path.read_text(encoding="utf-8").splitlines() if path.suffix == ".jsonl" else [path.read_text()]
        text = "".join(scrub_line(line) + "\n" for line in lines)
        place.write_text(text, encoding="utf-8")


def capture(binary: Path, name: str) -> None:
    """One scenario, in place of what was captured before."""
    base = BASE / name
    shutil.rmtree(base, ignore_errors=True)
    client, truth = run(binary, name, base)
    target = CAPTURES / truth["client"] / name
    shutil.rmtree(target, ignore_errors=True)
    copy_scrubbed(client.config / "projects", target / "projects")
    (target / "expected.json").write_text(json.dumps(truth, indent=1) + "\n", encoding="utf-8")
    shutil.rmtree(base)


def main() -> None:
    """Capture the named scenarios, or all that the client knows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", type=Path, default=os.environ.get("TALLY_CLAUDE_BIN"), required=False)
    parser.add_argument("scenarios", nargs="*", default=list(SCENARIOS))
    args = parser.parse_args()
    if args.binary is None:
        parser.error("name the client with --binary or TALLY_CLAUDE_BIN")
    absent = ABSENT.get(version_of(args.binary), ())
    for name in args.scenarios:
        if name in absent:
            print(f"{name}: this client cannot")
            continue
        capture(args.binary, name)
        print(name)


if __name__ == "__main__":
    main()
