"""Claims what is staged, as a process of its own: `claimer.py ROOT PROJECT SESSION ROUNDS`; says how many were added.

With PROCESS instead of rounds it stages a row first: `claimer.py ROOT PROJECT SESSION stage`.
"""

from __future__ import annotations

import os
import sys
import time

from tallystick.kernel.stagedrows import claim, prompt_of, stage


def main() -> None:
    """Stage, or claim so many times; one line of what was added in all."""
    root, project, session, rounds = map(os.fsencode, sys.argv[1:])
    if rounds == b"stage":
        row = {"ts": "2026-03-02T09:00:00Z", "session_id": "", "technique": "instruction-compression", "basis": "b"}
        measured = {**row, "tokens_saved": 7, "tokens_before": 9, "cost_saved_usd": 0.01}
        added = int(stage(root, prompt_of(project, session.decode()), measured))
    else:
        places, name = [project], session.decode()
        added = sum(claim(root, name, places, time.time(), lambda text: None, name) for _ in range(int(rounds)))
    os.write(1, b"%d\n" % added)


if __name__ == "__main__":
    main()
