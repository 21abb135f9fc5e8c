"""One member of a settings file's text: put in, put back or taken out in the file's own style, and nothing else."""

from __future__ import annotations

import json

from tallystick.host.json_text import Items, Members

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from tallystick.host.json_text import Member

    Value = dict[str, object] | list[object]


def put(text: str, key: str, value: Value) -> str:
    """Return the text with the member set: where it stands, else behind the last one, indented and spaced like that."""
    found = Members(text if text.strip() else "{}")
    if not text.strip():
        return _empty(found, key, value, "\n") + "\n"
    member = found.find(key)
    if member is not None:
        return put_back(text, key, _render(value, *_style(found, member)))
    if not found.members:
        return _empty(found, key, value, "\r\n" if "\r\n" in text else "\n")
    last = found.members[-1]
    lead, colon = _style(found, last)
    new = f",{lead}{json.dumps(key)}{colon}{_render(value, lead, colon)}"
    return text[: last.end] + new + text[last.end :]


def put_back(text: str, key: str, raw: str) -> str:
    """Return the text with this text as the value of a member that is there."""
    member = Members(text).find(key)
    assert member is not None
    return text[: member.value] + raw + text[member.end :]


def take_out(text: str, key: str) -> str:
    """Return the text without a member and without the comma and the space that went with it."""
    found = Members(text)
    member = found.find(key)
    assert member is not None
    place = found.members.index(member)
    if place:
        return text[: found.members[place - 1].end] + text[member.end :]
    if len(found.members) > 1:
        return text[: member.lead] + text[found.members[1].lead :]
    return text[: found.opening + 1] + text[found.closing :]


def add(text: str, value: Value) -> str:
    """Return the text of a list with one item more, behind the last one and spaced like that."""
    found = Items(text)
    if not found.items:
        return f"{text[: found.opening + 1]}{json.dumps(value, ensure_ascii=False)}{text[found.closing :]}"
    last = found.items[-1]
    lead = found.text[last.lead : last.start] or " " * (len(found.items) == 1)
    if "\n" in lead:
        lead = ("\r\n" if "\r\n" in lead else "\n") + lead.rpartition("\n")[2]
    return f"{text[: last.end]},{lead}{json.dumps(value, ensure_ascii=False)}{text[last.end :]}"


def keep(text: str, kept: Collection[int]) -> str:
    """Return the text of a list with the items of these places alone; what goes takes its comma and space along."""
    found = Items(text)
    parts = [text[: found.opening + 1]]
    for place in sorted(kept):
        item, first = found.items[place], found.items[0]
        if len(parts) > 1:
            parts.append(text[found.items[place - 1].end : item.end])
        else:
            parts.append(text[first.lead : first.start] + found.value_of(item))
    return "".join(parts) + text[found.items[-1].end if kept else found.closing :]


def _empty(found: Members, key: str, value: Value, newline: str) -> str:
    lead = f"{newline}  "
    member = f"{lead}{json.dumps(key)}: {_render(value, lead, ': ')}{newline}"
    return found.text[: found.opening + 1] + member + found.text[found.closing :]


def _style(found: Members, member: Member) -> tuple[str, str]:
    """Return the space before a member's key, one line break at most, and what stands between its key and its value."""
    lead = found.text[member.lead : member.start]
    colon = found.text[member.key_end : member.value]
    if "\n" in lead:
        lead = ("\r\n" if "\r\n" in lead else "\n") + lead.rpartition("\n")[2]
    if "\n" in colon:
        colon = ": "
    return lead or (" " if colon.endswith(" ") else ""), colon


def _render(value: Value, lead: str, colon: str) -> str:
    """Return a value's text: a line a member where the file has its members on lines, else all on one."""
    if isinstance(value, list):
        return json.dumps(value, ensure_ascii=False)
    parts = [f"{json.dumps(key)}{colon}{json.dumps(part, ensure_ascii=False)}" for key, part in value.items()]
    if "\n" not in lead:
        return "{" + (", " if colon.endswith(" ") else ",").join(parts) + "}"
    indent = lead.rpartition("\n")[2]
    inner = lead + (indent or "  ")
    return "{" + ",".join(inner + part for part in parts) + lead + "}"
