"""Checks a transformation ledger line by line: the arithmetic of records, the texts they keep, the links of chains."""

from __future__ import annotations

from tallystick.accounting.chains import ChainWatch
from tallystick.accounting.oddchains import OddChains, place_of
from tallystick.accounting.recordchecks import fault_of_changes, faults_of, faults_of_evidence, sides_of
from tallystick.accounting.transformlines import LEGACY, TRANSFORMATION, read_fully
from tallystick.model.transformation import Fault, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tallystick.accounting.recordchecks import Side
    from tallystick.accounting.transformlines import FullLine, Line

    # Gives the bytes of a file beside the ledger, or why they cannot be had.
    Look = Callable[[str], bytes | str]


class LedgerCheck:
    """Takes a ledger's lines block by block; `verdict` is complete once `finish` was given the odd chains."""

    __slots__ = ("_after", "_before", "_events", "_last", "_look", "_named", "_watch", "verdict")

    def __init__(self, path: str, look: Look) -> None:
        self.verdict = Verdict(path)
        self._look = look
        self._watch = ChainWatch()
        self._events: set[int] = set()
        self._named: set[str] = set()
        self._last: dict[int, int] = {}  # chain -> the line of its last record
        self._before: set[int] = set()  # lines of whose text before nothing else speaks
        self._after: set[int] = set()

    def feed_block(self, block: memoryview, ends: Sequence[int], line: int, offset: int) -> None:
        """Take whole lines, of which the first is line + 1."""
        start = 0
        for number, end in enumerate(ends, line + 1):
            record = read_fully(block[start:end])
            start = end + 1
            if isinstance(record, str):
                if record:
                    self._fault(number, "", record)
            elif record.event == TRANSFORMATION:
                self._check(number, record)
            else:
                if record.event != LEGACY:  # summaries count it as such, and nobody wrote it so
                    self._fault(number, record.event_id, f"event is {record.event!r}")
                self.verdict.legacy.append(number)

    def refuse(self, line: int, offset: int) -> None:
        """A line that is too long cannot be vouched for."""
        self._fault(line, "", "longer than 64 MiB")

    def odd_chains(self) -> OddChains:
        """Return what looks at the odd chains when the ledger is read again."""
        return OddChains(self._watch.odd, _ends)

    def finish(self, odd: OddChains, beside: Iterable[str] = ()) -> Verdict:
        """Return the verdict, faults in the order of the ledger; `beside` are the paths of all texts that lie there."""
        for _, _, one in odd.breaks():
            steps = f"the steps of its chain are {', '.join(map(str, one.steps))}"
            link = f"it does not begin with the text that {one.previous} ended with"
            self._fault(one.line, one.event, steps if one.steps else link)
        verdict = self.verdict
        verdict.faults.sort(key=lambda fault: fault.line)
        verdict.both = sorted(self._before & self._after)
        verdict.before = sorted(self._before - self._after)
        verdict.after = sorted(self._after - self._before)
        verdict.orphans = sorted(set(beside) - self._named)
        return verdict

    def _fault(self, line: int, event: str, reason: str) -> None:
        self.verdict.faults.append(Fault(line, event, reason))

    def _check(self, number: int, record: FullLine) -> None:
        verdict = self.verdict
        verdict.records += 1
        for reason in faults_of(record):
            self._fault(number, record.event_id, reason)
        event = hash(record.event_id)
        if event in self._events or not record.event_id:
            self._fault(number, record.event_id, "event_id is missing, or another record has it")
        self._events.add(event)
        before, after = sides_of(record)
        is_linked = self._link(number, record, before, after)
        if before.path is not None and after.path is not None:
            self._compare(number, record, before, after)
            return
        if not is_linked and not before.is_nothing:
            self._before.add(number)
        if not after.is_nothing:
            self._after.add(number)

    def _link(self, number: int, record: FullLine, before: Side, after: Side) -> bool:
        """Say whether a record goes on where the one before it in its chain ended."""
        if not record.chain_id:
            self._fault(number, record.event_id, "chain_id is missing")
            return False
        key = hash(place_of(record))
        is_linked = self._watch.follow(key, record.chain_step, before.end, after.end)
        if is_linked:
            self.verdict.by_chain += 1
            self._after.discard(self._last[key])
        self._last[key] = number
        return is_linked

    def _compare(self, number: int, record: FullLine, before: Side, after: Side) -> None:
        """Compare a record with the whole texts that it names."""
        texts = []
        for side in (before, after):
            self._named.add(side.path or "")
            data = self._look(side.path or "")
            if isinstance(data, str):
                self._fault(number, record.event_id, f"{side.name}_full_path: {data}")
                continue
            self.verdict.by_evidence += 1
            texts.append(data)
            for reason in faults_of_evidence(side, data):
                self._fault(number, record.event_id, reason)
        if len(texts) == 2 and record.changes is not None:
            reason = fault_of_changes(record.changes, *texts)
            if reason:
                self._fault(number, record.event_id, reason)


def _ends(record: Line) -> tuple[object, object]:
    return (
        (record.input_sha256, record.input_bytes, record.input_chars),
        (record.output_sha256, record.output_bytes, record.output_chars),
    )
