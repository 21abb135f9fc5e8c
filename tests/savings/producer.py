"""Adds rows to a ledger, as a process of its own: `producer.py ROOT NAME COUNT`; says how many were kept."""

from __future__ import annotations

import os
import sys

from tallystick.kernel.savingsledger import add


def main() -> None:
    """Add the rows and print one line for each that is kept, at once."""
    root, name, count = sys.argv[1:]
    for number in range(int(count)):
        row = {"ts": "2026-03-02T09:00:00Z", "session_id": name, "technique": "compress", "tokens_saved": number + 1}
        if add(os.fsencode(root), {**row, "tokens_before": 9999, "cost_saved_usd": 0.01, "basis": "b" * 300}):
            os.write(1, b"%d\n" % (number + 1))


if __name__ == "__main__":
    main()
