"""What was said in a session, in order: texts of the model, its calls, compactions with their summaries.

A compaction keeps what came from one entry on: it names that by its id, in older versions by its number.
"""

from __future__ import annotations

from tallystick.agents.pi.entries import blocks, read, text
from tallystick.model.talk import BOUNDARY, CALL, SUMMARY, TEXT, Said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tallystick.agents.pi.entries import Entry

_SUBJECTS = ("path", "command", "pattern")
_SHOWN = 80  # characters of what a call is about


def talk(records: Iterable[tuple[int, bytes]]) -> Iterator[Said]:
    """Yield what the lines (number, bytes) of one session say."""
    seen: list[str] = []
    for line, record in records:
        found, _ = read(record)
        for part, entry in enumerate(found, 1):
            name = entry.id or f"#{len(seen)}"
            about = (line, part, name, entry.time)
            if entry.kind == "compaction":
                yield Said(BOUNDARY, *about, preserved=_kept(entry, seen))
                yield Said(SUMMARY, *about, text=text(entry.value, "summary"))
            elif entry.role == "assistant":
                model = text(entry.message, "model")
                for block in blocks(entry.message.get("content")):
                    kind = block.get("type")
                    if kind in ("text", "toolCall"):
                        words = text(block, "text") if kind == "text" else _call(block)
                        yield Said(TEXT if kind == "text" else CALL, *about, text=words, model=model)
            seen.append(name)


def _kept(entry: Entry, seen: list[str]) -> frozenset[str]:
    first = entry.value.get("firstKeptEntryId")
    if isinstance(first, str) and first in seen:
        return frozenset(seen[seen.index(first) :])
    number = entry.value.get("firstKeptEntryIndex")
    return frozenset(seen[number:]) if isinstance(number, int) and number >= 0 else frozenset()


def _call(block: dict[str, object]) -> str:
    """Return a call in a few words: the tool and what it is about."""
    given = block.get("arguments")
    subject = next((str(given[name]) for name in _SUBJECTS if given.get(name)), "") if isinstance(given, dict) else ""
    words = f"{text(block, 'name')} {' '.join(subject.split())}".strip()
    return words if len(words) <= _SHOWN else words[: _SHOWN - 1] + "…"
