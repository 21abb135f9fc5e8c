"""A small agent harness that accounts for every byte it changes before the model sees it.

python examples/harness.py runs/demo
tally transforms verify runs/demo
"""

from __future__ import annotations

import shlex
import subprocess
import sys

from tallystick.transforms import MESSAGE_LIST, compress, get_ledger, message_list, open_ledger


def run_tool(command: list[str], call: str) -> dict[str, str]:
    """Run a command and return what the model is to see of it."""
    with get_ledger().scope(tool_call_id=call):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return {"role": "tool", "tool_call_id": call, "content": compress(done.stdout, command=shlex.join(command))}


def shorten_old(messages: list[dict[str, str]]) -> list[dict[str, str]]:
    """Keep the newest result, and the beginning of every older one."""
    kept = [{**one, "content": one["content"][:20]} for one in messages[:-1]] + messages[-1:]
    get_ledger().record_transform(
        bucket="context_projection",
        layer="context_strategy",
        mechanism="shorten_old",
        before=message_list(messages),
        after=message_list(kept),
        surface="context_render",
        ctx={"encoding": MESSAGE_LIST},
    )
    return kept


if __name__ == "__main__":
    SCRIPT = r"print('\x1b[1mCompiling\x1b[0m', 'one.c', *['warning: the same'] * 9, 'done', sep='\n')"
    with open_ledger(f"{(sys.argv[1:] or ['demo'])[0]}/savings/demo.jsonl", mode="debug") as ledger:
        messages: list[dict[str, str]] = []
        for turn in range(1, 4):
            with ledger.scope(session="demo", turn=turn):
                messages = shorten_old([*messages, run_tool([sys.executable, "-c", SCRIPT], f"call-{turn}")])
