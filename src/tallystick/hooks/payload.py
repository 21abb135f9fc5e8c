"""What an event says, read so that no value of an odd kind gets any further."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

Event = dict[str, object]


def text(event: Mapping[str, object], key: str) -> str:
    """Return a text of an object, "" where it has none."""
    found = event.get(key)
    return found if isinstance(found, str) else ""


def part(event: Mapping[str, object], key: str) -> Event:
    """Return an object within an object, an empty one where it has none."""
    found = event.get(key)
    return found if isinstance(found, dict) else {}


def answered(event: str, **fields: object) -> bytes:
    """Return an answer to an event as the client takes it."""
    from tallystick.kernel.jsontext import ascii_text

    return ascii_text({"hookSpecificOutput": {"hookEventName": event, **fields}}).encode() + b"\n"
