"""`python -m tallystick` and the command `tally`."""

from __future__ import annotations

import sys

from tallystick.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
