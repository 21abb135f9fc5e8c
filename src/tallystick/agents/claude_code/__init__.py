"""Claude Code: JSON lines under `projects/`, one file a thread, subagents in files of their own."""

from __future__ import annotations

from tallystick.kernel.places import CONFIG_DEFAULTS, CONFIG_VARIABLE
from tallystick.model.source import Place, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tallystick.accounting.commands import Describer
    from tallystick.accounting.names import Names
    from tallystick.agents.claude_code.lines import Reader
    from tallystick.agents.claude_code.totals import TotalsReader
    from tallystick.model.reading import Memory, Reading
    from tallystick.model.talk import Said

NAME = "Claude Code"
PARSER = 5
SOURCE = Source(
    variable=CONFIG_VARIABLE,
    defaults=CONFIG_DEFAULTS,
    folder="projects",
    suffix=".jsonl",
    sidecar=".meta.json",
    expires=True,
)


def place(relative: str) -> Place:
    """Say what a file is: `<project>/<session>.jsonl`, or a child's `agent-<id>.jsonl` beside or below it."""
    parts = relative.split("/")
    stem = parts[-1].removesuffix(SOURCE.suffix)
    child = stem.removeprefix("agent-") if stem.startswith("agent-") else ""
    if "subagents" in parts[:-1]:
        owner = parts[parts.index("subagents") - 1] if parts.index("subagents") else stem
        return Place(child or stem, owner, is_subagent=True, child=child)
    return Place(child or stem, stem, is_subagent=bool(child), child=child)


def reader(
    reading: Reading, memory: Memory, *, names: Names, describer: Describer, place: Place, typed: bool
) -> Reader:
    """Return a reader of one file's lines."""
    from tallystick.agents.claude_code.lines import Reader

    return Reader(reading, memory, names=names, describer=describer, place=place, typed=typed)


def texts(record: bytes, part: int) -> list[tuple[str, str]]:
    """Return what the nth object of a line says, each text with what it is."""
    from tallystick.agents.claude_code.content import texts

    return texts(record, part)


def effort(record: bytes) -> str:
    """Return the effort at which a line says that its response was made, "" where it says none."""
    from tallystick.agents.claude_code.content import effort

    return effort(record)


def talk(records: Iterable[tuple[int, bytes]]) -> Iterator[Said]:
    """Yield what the lines (number, bytes) of one transcript say."""
    from tallystick.agents.claude_code.sayings import talk

    return talk(records)


def totals_reader(place: Place) -> TotalsReader:
    """Return a reader of one file's usage alone."""
    from tallystick.agents.claude_code.totals import TotalsReader

    return TotalsReader(place.transcript)
