"""pytest: what failed, with its message, its place and the lines around it; warnings; the last line's counts.

Recognised by pytest's own rules ("test session starts", "short test summary info") or its last line of counts. Left
out: the header, progress and passed tests, in a traceback the source more than three lines above the line that
failed, frames of pytest itself, files with full coverage. Of failures from the twenty-first on it keeps what
pytest says of them, six lines at most, and where they are.
"""

from __future__ import annotations

from tallystick.filters.patterns import Pattern
from tallystick.filters.sieve import LAYOUT, Sieve, is_digest, may_run, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "pytest_digest"
BUCKET = "structured_projection"
KIND = "reducer"

_COUNTS = Pattern(
    r"(?m)^=* ?(?:no tests ran|\d+ (?:passed|failed|errors?|skipped|xfailed|xpassed|deselected|warnings?)[\w, ]*) in \d"
)
_RULE = Pattern(r"={3,} (.+?) ={3,}$")
_OWN_RULE = Pattern(
    r"test session starts|ERRORS|FAILURES|X?PASSES|XFAILURES|warnings summary|short test summary info|slowest |"
    r"tests coverage|(?:no tests ran|\d+ \w+[\w, ]*) in \d"
)
_TOLD = ("FAILED ", "ERROR ", "===")  # what a rule that nobody knew may have hidden
_HEADING = Pattern(r"_+ (?!_ ).+ _+$")
_CAPTURED = Pattern(r"-{3,} Captured \w+ (?:setup|call|teardown) -{3,}$")
_STATUS = Pattern(
    r"\S+::[^\s\[]+(?:\[.*\])? (PASSED|SKIPPED|XFAIL|FAILED|ERROR)(?: \(.*\)?)? *(?:\[ *(?:\d+%|\d+/\d+)\])?$"
)
_WORKER = Pattern(r"\[gw\d+\] (?:\[ *\d+%\] )?(PASSED|SKIPPED|XFAIL|FAILED|ERROR) (\S+::.*?) *$")
_PROGRESS = Pattern(r"(?:\S+\.\w+ )?[.sxFEXR]+ *(?:\[ *(?:\d+%|\d+/\d+)\])?$")
_PLACE = Pattern(r"\S+:\d+: (?:in )?\S+$")
_OWN_FRAME = Pattern(
    r"(?:.*/site-packages/(?:_pytest|pluggy|pytest)/\S+|.*/importlib/__init__\.py|<frozen importlib\S+):\d+: in "
)
_OWN_FILE = Pattern(
    r'  File "(?:[^"]*/site-packages/(?:_pytest|pluggy|pytest)/[^"]*|[^"]*/importlib/__init__\.py|'
    r'<frozen importlib[^"]*)", line'
)
_HEADER = Pattern(
    r"platform \w+ -- Python |(?:rootdir|configfile|testpaths|plugins|cachedir|asyncio): |collecting|"
    r"collected \d+ items?(?! / \d+ error)|created: \d+/\d+ workers?$|scheduling tests via "
)
_COVERED = Pattern(r"\S.*? +\d+ +0(?: +\d+ +0)? +100%$")
_SOURCE_KEPT = 3
_FULL_BLOCKS = 20
_QUIET = {"PASSED": "passed tests", "SKIPPED": "skipped tests", "XFAIL": "tests that failed as expected"}
_SAID_KEPT = 6
_CAPTURED_KEPT = 40
_TELLING = Pattern(r"(?i)error|warn|fail|exception|traceback|critical|fatal")


def applies(context: Context) -> bool:
    """Where the command is pytest, runs it, or is not known."""
    return may_run(context, "pytest", "py.test")


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the run without what passed."""
    if is_digest(text) or not _is_pytest(text):
        return text, 0
    sieve = Sieve(text)
    _Run(sieve).sort()
    return sieve.finish("pytest", context)


def _is_pytest(text: str) -> bool:
    if "= test session starts =" in text or "= short test summary info =" in text:
        return True
    tail = plain(text[-2000:])
    return (" passed" in tail or " failed" in tail or " error" in tail) and _COUNTS.search(tail) is not None


class _Run:
    """One pass over the lines of a run, from rule to rule.

    pytest pads every rule to the width of its terminal; what a test printed between rules seldom has that width.
    """

    __slots__ = ("blocks", "sieve", "summary", "width")

    def __init__(self, sieve: Sieve) -> None:
        self.sieve = sieve
        self.blocks = 0
        self.summary = _summary_ids(sieve.lines)
        self.width = _width(sieve.lines)  # characters of a rule; 0 where none is left

    def sort(self) -> None:
        """Go from section to section; what stands before the first rule is progress of a quiet run."""
        lines = self.sieve.lines
        start, section = 0, ""
        for at, line in enumerate(lines):
            title = self._title(line) if line[:3] in {"===", "---"} else ""
            if title:
                self._section(section, start, at)
                start, section = at, title
        self._section(section, start, len(lines))

    def _title(self, line: str) -> str:
        """The title of a rule that is pytest's own, else nothing."""
        if line.startswith("---------- coverage: "):  # pytest-cov before 6.1
            return "coverage"
        found = _RULE.match(line) if len(line) == self.width else None
        return found[1] if found else ""

    def _section(self, name: str, start: int, end: int) -> None:
        if name in {"", "test session starts"}:
            self._progress(start, end)
        elif name in {"FAILURES", "ERRORS"}:
            self._failures(start + 1, end)
        elif name == "short test summary info":
            self._short(start + 1, end)
        elif name == "warnings summary" or name.startswith("warnings summary"):
            self._warnings(start + 1, end)
        elif "coverage" in name:
            self._coverage(start + 1, end)

    def _progress(self, start: int, end: int) -> None:
        lines, reasons = self.sieve.lines, self.sieve.reasons
        ended: set[str] = set()
        bare: list[int] = []  # lines that name a test and no result
        for at in range(start, end):
            line = lines[at]
            if "::" in line:
                if found := _WORKER.match(line) if line.startswith("[gw") else _STATUS.match(line):
                    name = found[2] if line.startswith("[gw") else line[: found.start(1) - 1]
                    ended.add(name)
                    reasons[at] = self._result(found[1], name)
                elif line.endswith(" "):
                    bare.append(at)
            elif _HEADER.match(line) or (at == start and line.startswith("===")):
                reasons[at] = "header lines"
            elif _PROGRESS.match(line) and (self.summary or not _has_failure(line)):
                reasons[at] = "progress lines"
            else:
                reasons[at] = _other(lines, reasons, at)
        for at in bare:
            if lines[at].rstrip() in ended:
                reasons[at] = "progress lines"

    def _result(self, status: str, name: str) -> str:
        if status in _QUIET:
            return _QUIET[status]
        return "progress lines" if name in self.summary else ""

    def _failures(self, start: int, end: int) -> None:
        """Blocks, each under a rule of underscores."""
        lines = self.sieve.lines
        opened = start
        for at in range(start, end + 1):
            if at == end or self._is_heading(lines[at]):
                if at > opened:
                    self._block(opened, at)
                opened = at

    def _is_heading(self, line: str) -> bool:
        """Whether a failure begins here; the name of one may be too long for a rule of full width."""
        if line[:1] != "_" or line[-1] != "_" or _HEADING.match(line) is None:
            return False
        return line.startswith("___") if not self.width else len(line) == self.width or line.startswith("_ ")

    def _block(self, start: int, end: int) -> None:
        self.blocks += 1
        lines, reasons = self.sieve.lines, self.sieve.reasons
        if self.blocks > _FULL_BLOCKS and any(lines[at].startswith("E ") for at in range(start, end)):
            self._brief(start + 1, end)
            return
        source = at = start + 1
        while at < end:
            line = lines[at]
            if line.startswith("---") and _CAPTURED.match(line):
                self._captured(at + 1, end)
                return
            if line.startswith(">"):
                self.sieve.drop(source, max(source, at - _SOURCE_KEPT), "source lines")
                source = at + 1
            elif line.startswith("E"):
                if not line[1:].strip() or line.endswith("Use -v to get more diff"):
                    reasons[at] = LAYOUT
                source = at + 1
            elif not line or line.startswith("_ _ _"):
                reasons[at] = LAYOUT
                source = source if line == "" and source < at else at + 1
            elif not line.startswith("    "):
                at = source = self._frame(at, end)
                continue
            at += 1

    def _brief(self, start: int, end: int) -> None:
        """A failure after many others: what pytest says of it, and where."""
        lines, reasons = self.sieve.lines, self.sieve.reasons
        said = 0
        for at in range(start, end):
            said = said + 1 if lines[at].startswith("E ") else 0  # a cause and what it led to say theirs both
            if said > _SAID_KEPT or not (said or _PLACE.match(lines[at]) or lines[at].startswith(_TOLD)):
                reasons[at] = "lines of further failures"

    def _frame(self, at: int, end: int) -> int:
        """Leave a frame of pytest itself out; return the line behind a frame, or behind this line."""
        lines = self.sieve.lines
        own = _OWN_FRAME.match(lines[at]) or _OWN_FILE.match(lines[at])
        if not own:
            return at + 1
        close = at + 1
        while close < end and lines[close].startswith("    "):
            close += 1
        self.sieve.drop(at, close, "lines of frames of pytest itself")
        return close

    def _captured(self, start: int, end: int) -> None:
        """What a failed test printed: its ends, and every line between that tells of trouble."""
        lines, reasons = self.sieve.lines, self.sieve.reasons
        half = _CAPTURED_KEPT // 2
        opened = start
        for at in range(start, end + 1):
            if at == end or (lines[at].startswith("---") and _CAPTURED.match(lines[at])):
                for inside in range(opened + half, at - half):
                    if not _TELLING.search(lines[inside]):
                        reasons[inside] = "captured lines"
                opened = at + 1

    def _short(self, start: int, end: int) -> None:
        lines, reasons = self.sieve.lines, self.sieve.reasons
        for at in range(start, end):
            if lines[at].startswith("PASSED ") and "::" in lines[at]:
                reasons[at] = "passed tests"

    def _warnings(self, start: int, end: int) -> None:
        """Warnings, each under the tests in which it came up, of which three are enough."""
        lines, reasons = self.sieve.lines, self.sieve.reasons
        above = 0
        for at in range(start, end):
            line = lines[at]
            above = above + 1 if "::" in line and line[:1] not in {" ", ""} and not line.startswith(_TOLD) else 0
            if above > 3:
                reasons[at] = "tests with the same warning"
            elif not line or line.startswith("-- Docs: http"):
                reasons[at] = LAYOUT

    def _coverage(self, start: int, end: int) -> None:
        lines, reasons = self.sieve.lines, self.sieve.reasons
        for at in range(start, end):
            if lines[at].endswith(" 100%") and not lines[at].startswith("TOTAL") and _COVERED.match(lines[at]):
                reasons[at] = "files with full coverage"
            elif not lines[at].strip("-"):
                reasons[at] = LAYOUT


def _other(lines: list[str], reasons: list[str], at: int) -> str:
    """Judge a line of progress that names no test."""
    line = lines[at]
    if not line:
        return LAYOUT
    if line.startswith("PASSED") and line[6:].strip(" []%0123456789") == "":
        return "passed tests"
    if line.endswith(" items]") and line[0].isdigit():
        return "header lines"
    if at and reasons[at - 1] == "skipped tests" and line.endswith("%]") and not lines[at - 1].endswith("%]"):
        return "progress lines"  # the rest of the reason why
    return ""


def _width(lines: list[str]) -> int:
    """How long pytest's rules are: as the first that opens a run, else as the last; those between may be a test's."""
    last = 0
    for line in lines:
        if line[:3] == "===" and (found := _RULE.match(line)) and _OWN_RULE.match(found[1]):
            last = len(line)
            if found[1] == "test session starts":
                break
    return last


def _has_failure(line: str) -> bool:
    marked = line.rpartition(" [")[0] or line
    return "F" in marked.split(" ")[-1].strip() or "E" in marked.rstrip().split(" ")[-1]


def _summary_ids(lines: list[str]) -> set[str]:
    """The ids that stand in the short summary, where they are told again."""
    found = set()
    for line in lines:
        if line.startswith(("FAILED ", "ERROR ")):
            found.add(line.partition(" ")[2].partition(" - ")[0])
    return found
