"""`python -m tallystick.pi ROOT`: serves one pi on standard input and output, until that ends."""

from __future__ import annotations

import os
import sys

from tallystick.host.clock import now_ms
from tallystick.host.environment import Surroundings
from tallystick.pi.server import serve


def main(words: list[str]) -> int:
    """Serve for a root folder."""
    (root,) = words
    return serve(Surroundings(root, None, os.environ, now_ms(os.environ)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
