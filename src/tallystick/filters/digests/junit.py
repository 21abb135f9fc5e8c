"""JUnit-style XML, as most runners write it and CI prints it: the suites, and every case that failed, as they stand.

Recognised by `<testsuite`. Cut out: cases that passed or were skipped, with what they printed; properties; what whole
suites printed, unless it tells of trouble. What is left is still XML, but for the first line.

Edits lines: a file of this kind is often one line, of which the failed cases stay.
"""

from __future__ import annotations

from tallystick.filters import marks
from tallystick.filters.failures import is_failure
from tallystick.filters.sieve import headline, is_digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "junit_digest"
BUCKET = "structured_projection"
KIND = "reducer"

_CASE, _END = "<testcase", "</testcase>"
_BAD = ("<failure", "<error", "<rerunFailure", "<flakyFailure", "<rerunError")
_WHOLE = (("<properties>", "</properties>"), ("<system-out>", "</system-out>"), ("<system-err>", "</system-err>"))


def applies(context: Context) -> bool:
    """Always: such a file is shown by any command, and known by its tags."""
    return True


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the XML with the failed cases alone."""
    if "<testsuite" not in text or _CASE not in text or is_digest(text):
        return text, 0
    counts: dict[str, int] = {}
    kept: list[str] = []
    at = 0
    while True:
        start = text.find(_CASE, at)
        if start < 0:
            break
        end = _case_end(text, start)
        kept.append(_between(text[at:start], counts))
        case = text[start:end]
        reason = _reason(case)
        if reason:
            counts[reason] = counts.get(reason, 0) + 1
            end += len(text[end : end + 200]) - len(text[end : end + 200].lstrip())
        else:
            kept.append(case)
        at = end
    kept.append(_between(text[at:], counts))
    if not counts:
        return text, 0
    after = f"{headline('junit', counts, context)}\n{''.join(kept)}"
    return marks.shorter(text, after, sum(counts.values()))


def _case_end(text: str, start: int) -> int:
    """Behind a case: behind its opening tag where that closes itself, else behind its closing tag."""
    begin, close, quotes = start, text.find(">", start), 0
    while close >= 0:
        quotes += text.count('"', begin, close)
        if quotes % 2 == 0:
            break
        begin, close = close, text.find(">", close + 1)  # that one stood inside an attribute
    if close < 0:
        return len(text)
    if text[close - 1] == "/":
        return close + 1
    end = text.find(_END, close)
    return len(text) if end < 0 else end + len(_END)


def _reason(case: str) -> str:
    if any(tag in case for tag in _BAD) or not case.endswith((">", _END)):
        return ""
    return "skipped cases" if "<skipped" in case else "passed cases"


def _between(text: str, counts: dict[str, int]) -> str:
    """What stands between cases, without properties and without what suites printed."""
    for opening, closing in _WHOLE:
        start = text.find(opening)
        end = text.find(closing, start) if start >= 0 else -1
        if end < 0 or is_failure(text[start:end]):
            continue
        counts["sections of output and properties"] = counts.get("sections of output and properties", 0) + 1
        text = text[:start] + text[end + len(closing) :].lstrip()
    return text
