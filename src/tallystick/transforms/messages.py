"""Whole lists of messages as text, so that a change of one can be recorded like that of any other text."""

from __future__ import annotations

from tallystick.tasks.recording import message_list

__all__ = ["message_list"]
