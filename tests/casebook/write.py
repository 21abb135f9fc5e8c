"""Put the casebook into `tests/data/cases/`: `python -m tests.casebook.write`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from . import boundaries, children, days, forks, physical, responses, spelling, talk
from .case import BOOK, Case

CASES = Path(__file__).parents[1] / "data" / "cases"
BOOKS = (responses, physical, spelling, days, forks, children, boundaries, talk)


def files_of(case: Case) -> dict[str, bytes]:
    """Everything a case's folder holds, by path."""
    expected = json.dumps({"why": case.why, **case.expected}, indent=1, ensure_ascii=False) + "\n"
    files = {f"projects/{path}": data for path, data in case.files.items()}
    return {**files, "expected.json": expected.encode()}


def main() -> None:
    """Write every case, and remove what is no case any more."""
    for folder in CASES.iterdir() if CASES.exists() else ():
        if folder.is_dir():
            shutil.rmtree(folder)
    for case in BOOK.values():
        for path, data in files_of(case).items():
            place = CASES / case.name / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
    print(f"{len(BOOK)} cases")


if __name__ == "__main__":
    main()
