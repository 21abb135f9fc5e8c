"""Fuzz for a while: `python -m tests.fuzz.run FOLDER [-max_total_time=600 ...]`; needs `pip install atheris`.

The folder is filled with the checked-in corpus first; `python -m tests.fuzz.corpus FOLDER` packs a minimised one.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.fuzz.corpus import unpack


def main() -> None:
    """Hand the target to atheris."""
    import atheris  # type: ignore[import-not-found,import-untyped,unused-ignore] # optional, not among our dependencies

    with atheris.instrument_imports(include=["tallystick.agents", "tallystick.kernel", "tallystick.accounting"]):
        from tests.fuzz.target import read_every_way

    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    unpack(folder)
    atheris.Setup(sys.argv, read_every_way)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
