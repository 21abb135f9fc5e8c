"""Whole lists of messages as text, so that a change of one can be recorded like that of any other text."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def message_list(messages: Sequence[object]) -> str:
    """Return a list of messages as compact JSON: equal lists give equal text, roles, ids and contents together.

    Record it with `ctx={"encoding": MESSAGE_LIST}`. What JSON does not know becomes its `str`.
    """
    import json

    return json.dumps(messages, ensure_ascii=False, separators=(",", ":"), default=str)
