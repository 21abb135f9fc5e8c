"""Runs the tools on the projects of tests/filters/lab and writes the golden inputs again: see tests/filters/README.md.

    python -m tests.filters.make_goldens TOOLS [family ...]

TOOLS is a folder with `py` (a virtual environment) and `js` (npm packages), made as the README says.
"""

from __future__ import annotations

import importlib
import shutil
import sys
import tempfile
from pathlib import Path

from tests.filters.lab import laboratory

FAMILIES = sorted(path.stem.removesuffix("_lab") for path in (Path(__file__).parent / "lab").glob("*_lab.py"))


def main(words: list[str]) -> int:
    """Make the samples of all families, or of those that are named."""
    work = Path(tempfile.mkdtemp(prefix="goldens-")) / "work"
    work.mkdir()
    lab = laboratory.Lab(work, Path(words[0]).resolve())
    laboratory.make_neutral(lab)
    for family in words[1:] or FAMILIES:
        importlib.import_module(f"tests.filters.lab.{family}_lab").make(lab)
        print(f"made {family}")
    shutil.rmtree(work.parent)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
