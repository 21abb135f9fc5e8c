"""What a record of the transformation ledger must satisfy by itself, and beside the whole texts of a debug run."""

from __future__ import annotations

from tallystick.kernel.excerpts import MOST
from tallystick.kernel.sha256 import hexdigest
from tallystick.kernel.transformmodes import COUNTS, MODES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallystick.accounting.transformlines import Change, FullLine

EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"  # SHA-256 of nothing
_HEX = frozenset("0123456789abcdef")
_WIDEST = 4  # bytes that a character has at most in UTF-8
_ELIDED = "chars omitted from debug snippet"


class Side:
    """One side of a record: its name in the record, bytes, characters, hash, and where the whole text lies."""

    __slots__ = ("characters", "digest", "name", "path", "size")

    def __init__(self, name: str, size: int, characters: int, digest: str, path: str | None) -> None:
        self.name = name
        self.size = size
        self.characters = characters
        self.digest = digest
        self.path = path

    @property
    def end(self) -> tuple[str, int, int]:
        """What must be the same on both sides of a link."""
        return self.digest, self.size, self.characters

    @property
    def is_nothing(self) -> bool:
        """Whether it is the empty text, whose hash is known."""
        return self.size == 0 and self.digest == EMPTY


def sides_of(record: FullLine) -> tuple[Side, Side]:
    """Return the text before and after as the record has them."""
    return (
        Side("input", record.input_bytes, record.input_chars, record.input_sha256, record.input_full_path),
        Side("output", record.output_bytes, record.output_chars, record.output_sha256, record.output_full_path),
    )


def faults_of(record: FullLine) -> Iterator[str]:
    """Yield what a record says that cannot be so, whatever the texts were."""
    if record.log_mode not in MODES:
        yield f"log_mode is {record.log_mode!r}"
    if record.measure_type != "exact":
        yield f"measure_type is {record.measure_type!r}"
    if record.transform not in {"", record.mechanism}:
        yield "transform is not the mechanism"
    if record.chain_step < 1 or record.change_count < 1:
        yield "chain_step or change_count is below 1"
    for side in sides_of(record):
        yield from _faults_of_side(side)
    if record.input_sha256 == record.output_sha256:
        yield "both hashes are the same: nothing changed"
    kept = record.changes is not None, record.input_full_path is not None and record.output_full_path is not None
    if record.log_mode == COUNTS and any(kept):
        yield "log_mode is counts, but texts are kept"
    elif record.log_mode != COUNTS and not (kept[0] and (kept[1] or record.debug_write_error)):
        yield "log_mode is debug, but neither the whole texts nor a debug_write_error are named"


def _faults_of_side(side: Side) -> Iterator[str]:
    if not side.characters <= side.size <= _WIDEST * side.characters:
        yield f"{side.name}_bytes cannot be those of {side.name}_chars characters"
    if len(side.digest) != 64 or not _HEX.issuperset(side.digest):
        yield f"{side.name}_sha256 is no SHA-256 in hex"
    if (side.size == 0) != (side.digest == EMPTY):
        yield f"{side.name}_sha256 and {side.name}_bytes do not agree on whether there was any text"


def faults_of_evidence(side: Side, data: bytes) -> Iterator[str]:
    """Yield how a whole text differs from what the record says of it."""
    if len(data) != side.size:
        yield f"{side.name}_bytes is {side.size}, its text has {len(data)}"
    if hexdigest(data) != side.digest:
        yield f"{side.name}_sha256 is not that of its text"
    try:
        characters = len(data.decode())
    except UnicodeDecodeError:
        yield f"the text of {side.name}_full_path is not UTF-8"
        return
    if characters != side.characters:
        yield f"{side.name}_chars is {side.characters}, its text has {characters}"


def fault_of_changes(changes: list[Change], old: bytes, new: bytes) -> str:
    """Return how located changes do not explain what became of a text, "" where they do."""
    at = new_at = 0
    for change in changes:
        (start, end), (new_start, new_end) = change.input_byte_range, change.output_byte_range
        if not (at <= start <= end <= len(old) and new_at <= new_start <= new_end <= len(new)):
            return "changes: a range is outside of its text, or not behind the one before"
        if old[at:start] != new[new_at:new_start]:
            return "changes: the texts differ outside of the ranges"
        if not (_shows(change.before, old[start:end]) and _shows(change.after, new[new_start:new_end])):
            return "changes: an excerpt does not show what stands in its range"
        at, new_at = end, new_end
    if len(changes) < MOST and old[at:] != new[new_at:]:
        return "changes: the texts differ outside of the ranges"
    return ""


def _shows(excerpt: str, changed: bytes) -> bool:
    return _ELIDED in excerpt or changed in excerpt.encode("utf-8", "surrogatepass")
