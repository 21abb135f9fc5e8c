"""Capture what the real client hands to a status line, with the transcripts that belong to it.

    python -m tests.standin.make_payloads --binary PATH

works in /srv/tally, which must be free, and writes tests/data/statusline/: `payloads/` in their order, and `projects/`.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
from pathlib import Path

from .client import open_client
from .make_captures import copy_scrubbed
from .pane import Pane, both_layouts, figures, seed_screen
from .scenarios import play

BASE = Path("/srv/tally/screen")
TARGET = Path(__file__).parents[1] / "data" / "statusline"
NOTICE = "starts after your first question"


def capture(binary: Path) -> None:
    """One session from its start over a compaction to the next session."""
    shutil.rmtree(BASE, ignore_errors=True)
    client = open_client(binary, BASE, label="screen")
    seed_screen(client, both_layouts(BASE / "roots"))
    with client.server, Pane(client) as pane:
        pane.wait(lambda text: NOTICE in text, "the start")
        for script, sign in (("hello", "Hello from"), ("agents", "Both helpers"), ("long_over", "ctx 10%")):
            pane.say(play(script))
            pane.wait(lambda text, sign=sign: sign in text and bool(figures(text)), script)  # type: ignore[misc]
        for command in ("/compact", "/clear"):
            pane.say(command)
            pane.wait(lambda text: NOTICE in text, command)
            pane.say(play("step2"))
            pane.wait(lambda text: "Step 2" in text and bool(figures(text)), "an answer")


def keep() -> None:
    """Each state of a session once, in order."""
    shutil.rmtree(TARGET / "payloads", ignore_errors=True)
    shutil.rmtree(TARGET / "projects", ignore_errors=True)
    (TARGET / "payloads").mkdir(parents=True)
    seen: list[object] = []
    for path in sorted((BASE / "roots" / "payloads").glob("*.json")):
        payload = json.loads(path.read_text(encoding="utf-8"))
        state = (payload["session_id"], payload["context_window"])
        if state not in seen:
            seen.append(state)
            text = json.dumps(payload, indent=1) + "\n"
            (TARGET / "payloads" / f"{len(seen):02}.json").write_text(text, encoding="utf-8")
    copy_scrubbed(BASE / "home" / ".claude" / "projects", TARGET / "projects")


def main() -> None:
    """Capture once, and keep what differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", type=Path, default=os.environ.get("TALLY_CLAUDE_BIN"), required=False)
    args = parser.parse_args()
    if args.binary is None:
        parser.error("name the client with --binary or TALLY_CLAUDE_BIN")
    capture(args.binary)
    keep()
    shutil.rmtree(BASE, ignore_errors=True)  # the client may still be leaving


if __name__ == "__main__":
    main()
