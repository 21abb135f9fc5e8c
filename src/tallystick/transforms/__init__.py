"""The transformation ledger for authors of harnesses: what was changed before the model saw it, exact to the byte.

    from tallystick.transforms import open_ledger, get_ledger

    with open_ledger("runs/r1/savings/t1.jsonl"):
        with get_ledger().scope(session="s", turn=3, tool_call_id="c9"):
            get_ledger().record_transform(
                bucket="tool_output_filter", layer="harness", mechanism="strip_ansi",
                before=raw, after=text, surface="tool_output", change_count=2,
            )

Recording never fails the harness. docs/transforms.md says more; what is named here stays within a major version.
"""

from __future__ import annotations

from tallystick.filters.context import Context, Limits
from tallystick.kernel.transformledger import Ledger, get_ledger
from tallystick.kernel.transformmodes import MESSAGE_LIST, MODES, SURFACES
from tallystick.transforms.compressing import compress, rewrite
from tallystick.transforms.messages import message_list
from tallystick.transforms.opening import open_ledger, open_task_ledger

__all__ = [
    "open_ledger",
    "open_task_ledger",
    "get_ledger",
    "Ledger",
    "compress",
    "rewrite",
    "Context",
    "Limits",
    "message_list",
    "MESSAGE_LIST",
    "MODES",
    "SURFACES",
]
