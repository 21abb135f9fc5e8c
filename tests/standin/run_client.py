"""Run scenarios with the real client and keep what it wrote beside what was served.

    python -m tests.standin.run_client --binary PATH OUT [SCENARIO ...]

writes OUT/SCENARIO/projects/ and OUT/SCENARIO/expected.json. The binary may come from TALLY_CLAUDE_BIN instead.
"""

from __future__ import annotations

import argparse
import inspect
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from .client import Client, open_client
from .scenarios import SCENARIOS
from .truth import expected


def version_of(binary: Path) -> str:
    """The client's version, as it says itself."""
    said = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True).stdout
    return said.split()[0]


def run(binary: Path, name: str, base: Path) -> tuple[Client, dict[str, Any]]:
    """One scenario in the folder `base`, which must not exist: the client and what a reader must find."""
    version = version_of(binary)
    client = open_client(binary, base, label=f"{name.replace('_', '')}{version.replace('.', '')}x")
    with client.server:
        SCENARIOS[name](client)
    about = inspect.cleandoc(SCENARIOS[name].__doc__ or "")
    truth = expected(client.server.log, client.fates, client.opening, client.config)
    return client, {"client": version, "scenario": name, "about": about, **truth}


def main() -> None:
    """Run the named scenarios, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", type=Path, default=os.environ.get("TALLY_CLAUDE_BIN"))
    parser.add_argument("out", type=Path)
    parser.add_argument("scenarios", nargs="*", default=list(SCENARIOS))
    args = parser.parse_args()
    if args.binary is None:
        parser.error("name the client with --binary or TALLY_CLAUDE_BIN")
    for name in args.scenarios:
        with tempfile.TemporaryDirectory(prefix="tally-client-") as folder:
            client, truth = run(args.binary, name, Path(folder) / name)
            shutil.copytree(client.config / "projects", args.out / name / "projects")
        (args.out / name / "expected.json").write_text(json.dumps(truth, indent=1) + "\n", encoding="utf-8")
        print(f"{name}: {truth['served']['all']['responses']} answers served")


if __name__ == "__main__":
    main()
