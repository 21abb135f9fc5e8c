"""Takes out of a transcript what is the client's own text or the machine's: prompts, schemas, listings, kernel names.

Field names, types, order, ids, times and every number stay. Elided text leaves its length: `<elided 120 chars>`.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .script import Json

THEIRS = ("api-request-shape", "api-request-blob", "attachment")  # entries that repeat the client's own prompts
KEPT_LENGTH = 40  # of those: names, ids and dates are shorter, sentences are longer
HASH = re.compile(r"[0-9a-f]{64}")
REMINDER = re.compile(r"<system-reminder>.*?</system-reminder>", re.DOTALL)
KERNEL = re.compile(r"Linux \d+\.\d+[^\s\"\\]*")


def elided(text: str) -> str:
    """What stands in place of a text."""
    return f"<elided {len(text)} chars>"


def elide_deep(value: Any) -> Any:
    """The same shape with every longer text elided; a schema, which is nothing but text, emptied."""
    if isinstance(value, str):
        return elided(value) if len(value) > KEPT_LENGTH and not HASH.fullmatch(value) else value
    if isinstance(value, list):
        return [elide_deep(item) for item in value]
    if isinstance(value, dict):
        return {key: {} if key in ("schema", "input_schema") else elide_deep(item) for key, item in value.items()}
    return value


def clean(value: Any) -> Any:
    """The same value with reminders elided and kernel names shortened in every text."""
    if isinstance(value, str):
        text = REMINDER.sub(lambda found: elided(found.group()), value)
        return KERNEL.sub("Linux", text)
    if isinstance(value, list):
        return [clean(item) for item in value]
    if isinstance(value, dict):
        return {key: clean(item) for key, item in value.items()}
    return value


def scrub(entry: Json) -> Json:
    """One entry of a transcript, fit to be shown."""
    bulk = ("shape", "message", "attachment", "rendered") if entry.get("type") in THEIRS else ()
    shown = {key: elide_deep(item) if key in bulk else item for key, item in entry.items()}
    if entry.get("isCompactSummary"):
        shown["message"] = {**entry["message"], "content": elide_deep(entry["message"]["content"])}
    cleaned: Json = clean(shown)
    return cleaned


def scrub_line(line: str) -> str:
    """One line, in the client's own spacing."""
    return json.dumps(scrub(json.loads(line)), ensure_ascii=False, separators=(",", ":"))
