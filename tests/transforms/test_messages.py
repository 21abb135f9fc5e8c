"""Lists of messages as text."""

from __future__ import annotations

from datetime import date

from tallystick.transforms import MESSAGE_LIST, message_list


def test_compact() -> None:
    """No spaces, every character as it is, keys in the order of the host, the rest by its own text."""
    messages = [{"role": "user", "content": "é"}, {"role": "tool", "tool_call_id": "c1", "when": date(2026, 1, 15)}]

    assert MESSAGE_LIST == "message_list_json_utf8_v1"
    assert message_list(messages) == (
        '[{"role":"user","content":"é"},{"role":"tool","tool_call_id":"c1","when":"2026-01-15"}]'
    )
