"""Our hooks in the text of a client's settings: put in behind those of others, and taken out; all else stays as it is.

The client has, by event, a list of groups, and in each group a list of what it runs. A group of ours is one of its own;
where somebody has added to it, that stays when ours goes.
"""

from __future__ import annotations

import json

from tallystick.host import hooks_stub
from tallystick.host.json_text import Items, Members
from tallystick.host.settings_text import add, keep, put, put_back, take_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Group = dict[str, object]

KEY = "hooks"


def ours(settings: object) -> list[tuple[str, str]]:
    """Return the events and commands of our hooks in settings."""
    hooks = settings.get(KEY) if isinstance(settings, dict) else None
    found = hooks.items() if isinstance(hooks, dict) else ()
    return [(event, command) for event, groups in found for command in _commands(groups)]


def with_ours(text: str, wanted: Sequence[tuple[str, Group]]) -> str:
    """Return the text with these groups behind those that their events have; ValueError where it has something else."""
    members = Members(text if text.strip() else "{}")
    member = members.find(KEY)
    if member is None:
        return put(text, KEY, {event: [group] for event, group in wanted})
    inner = members.value_of(member)
    if inner[:1] != "{":
        raise ValueError(f'"{KEY}" is not an object')
    for event, group in wanted:
        found = Members(inner)
        there = found.find(event)
        if there is None:
            inner = put(inner, event, [group])
            continue
        groups = found.value_of(there)
        if groups[:1] != "[":
            raise ValueError(f'"{event}" in "{KEY}" is not a list')
        inner = put_back(inner, event, add(groups, group))
    return put_back(text, KEY, inner)


def without_ours(text: str) -> str:
    """Return the text without our hooks, and without the groups, lists and the object that nothing else is in."""
    members = Members(text if text.strip() else "{}")
    member = members.find(KEY)
    inner = members.value_of(member) if member else ""
    if inner[:1] != "{":
        return text
    before = inner
    for one in Members(inner).members:
        found = Members(inner)
        there = found.find(one.key)
        groups = found.value_of(there) if there else ""
        left = _stripped(groups) if groups[:1] == "[" else groups
        if left != groups:
            inner = put_back(inner, one.key, left) if Items(left).items else take_out(inner, one.key)
    if inner == before:
        return text
    return put_back(text, KEY, inner) if Members(inner).members else take_out(text, KEY)


def _stripped(groups: str) -> str:
    """Return the text of an event's groups without what is ours in them."""
    kept = []
    items = Items(groups).items
    for place in range(len(items) - 1, -1, -1):  # from the end, so that places before stay what they are
        item = items[place]
        group = groups[item.start : item.end]
        left = _without_entries(group)
        if left:
            kept.append(place)
            groups = groups[: item.start] + left + groups[item.end :]
    return keep(groups, kept) if len(kept) < len(items) else groups


def _without_entries(group: str) -> str:
    """Return the text of a group without what is ours, "" where that was all that it ran."""
    found = Members(group).find(KEY) if group[:1] == "{" else None
    entries = group[found.value : found.end] if found else ""
    if entries[:1] != "[":
        return group
    items = Items(entries)
    kept = [at for at, item in enumerate(items.items) if not _command(json.loads(items.value_of(item)))]
    if len(kept) == len(items.items):
        return group
    return put_back(group, KEY, keep(entries, kept)) if kept else ""


def _commands(groups: object) -> Iterator[str]:
    for group in groups if isinstance(groups, list) else ():
        entries = group.get(KEY) if isinstance(group, dict) else None
        for entry in entries if isinstance(entries, list) else ():
            command = _command(entry)
            if command:
                yield command


def _command(entry: object) -> str:
    """Return what an entry runs if it is ours, "" where it is not."""
    command = entry.get("command") if isinstance(entry, dict) else None
    return str(command) if hooks_stub.path_of(command) is not None else ""
