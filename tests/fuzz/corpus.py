"""The corpus: one archive of the inputs that a fuzzing run kept. `python -m tests.fuzz.corpus FOLDER` packs a folder."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

ARCHIVE = Path(__file__).parents[1] / "data" / "fuzz" / "corpus.zip"
LARGEST = 500_000


def inputs() -> dict[str, bytes]:
    """Every input, by its name."""
    with zipfile.ZipFile(ARCHIVE) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def unpack(folder: Path) -> None:
    """Write every input into a folder."""
    for name, data in inputs().items() if ARCHIVE.exists() else ():
        (folder / name).write_bytes(data)


def pack(folder: Path) -> int:
    """Put a folder's files into the archive, alike for alike; return how many."""
    paths = sorted(path for path in folder.iterdir() if path.is_file())
    ARCHIVE.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(ARCHIVE, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in paths:
            archive.writestr(zipfile.ZipInfo(path.name, (1980, 1, 1, 0, 0, 0)), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return len(paths)


if __name__ == "__main__":
    print(f"{pack(Path(sys.argv[1]))} inputs, {ARCHIVE.stat().st_size} bytes")
