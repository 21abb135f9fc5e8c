"""pi: JSON lines under `sessions/`, one file a session, its entries a tree."""

from __future__ import annotations

from tallystick.model.source import Place, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tallystick.accounting.commands import Describer
    from tallystick.accounting.names import Names
    from tallystick.agents.pi.lines import Reader
    from tallystick.agents.pi.totals import TotalsReader
    from tallystick.model.reading import Memory, Reading
    from tallystick.model.talk import Said

NAME = "pi"
PARSER = 4
SOURCE = Source(
    variable="PI_CODING_AGENT_DIR",
    defaults=("~/.pi/agent",),
    folder="sessions",
    suffix=".jsonl",
    sidecar=".meta.json",
    expires=False,
)


def place(relative: str) -> Place:
    """Say what a file is: `--<directory>--/<time>_<session>.jsonl`; a file of another name is its own session."""
    stem = relative.rsplit("/", 1)[-1].removesuffix(SOURCE.suffix)
    time, _, session = stem.partition("_")
    name = session if session and time[:4].isdigit() and time.endswith("Z") else stem
    return Place(name, name, is_subagent=False)


def reader(
    reading: Reading, memory: Memory, *, names: Names, describer: Describer, place: Place, typed: bool
) -> Reader:
    """Return a reader of one file's lines; there is one way of decoding them."""
    from tallystick.agents.pi.lines import Reader

    return Reader(reading, memory, names=names, describer=describer, place=place)


def texts(record: bytes, part: int) -> list[tuple[str, str]]:
    """Return what the nth object of a line says, each text with what it is."""
    from tallystick.agents.pi.content import texts

    return texts(record, part)


def effort(record: bytes) -> str:
    """Return the thinking level at which a line says that its response was made, "" where it says none."""
    from tallystick.agents.pi.content import effort

    return effort(record)


def talk(records: Iterable[tuple[int, bytes]]) -> Iterator[Said]:
    """Yield what the lines (number, bytes) of one session say."""
    from tallystick.agents.pi.sayings import talk

    return talk(records)


def totals_reader(place: Place) -> TotalsReader:
    """Return a reader of one file's usage alone."""
    from tallystick.agents.pi.totals import TotalsReader

    return TotalsReader()
