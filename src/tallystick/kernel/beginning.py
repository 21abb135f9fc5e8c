"""What a session's first hook does for the ledger: lists it with those it belongs to, claims what its launch staged.

A session of a launch whose row is gone already (it was cleared, say, and goes on with the same prompt) is measured anew
by what the launch left beside its prompt.
"""

from __future__ import annotations

from posix import stat
from time import gmtime, strftime

from tallystick.kernel import sessionlinks, stagedrows
from tallystick.kernel.files import canonical, read_file
from tallystick.kernel.fnv1a import digest
from tallystick.kernel.jsontext import decode, strict_text
from tallystick.kernel.savingsfile import scan
from tallystick.kernel.savingsledger import ADDED, add_once
from tallystick.kernel.savingsrow import FOLD, LAUNCH, Price, folded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SCOPE = "TALLY_SCOPE"  # the variable by which a launch tells its client's hooks what it is called
_TAKEN_UP = ("resume", "compact")
RECORD = b"fold.json"  # beside a compiled prompt: what it was compiled from, and the price


def begin(
    root: bytes,
    session: str,
    projects: Sequence[bytes],
    *,
    now_s: float,
    warn: Callable[[str], object],
    scope: str = "",
    earlier: str = "",
    source: str = "",
) -> int:
    """Take note that a session of these project folders begins; return how many rows it was given.

    `scope` is the value of `TALLY_SCOPE`, `earlier` the session that this one went on from, `source` the client's word
    for how it begins; "" where there is none. A session that is taken up again sends the prompt that it began with,
    whatever the launch says: it is not measured.
    """
    is_launched = bool(scope) and sessionlinks.join(root, scope, earlier, session)
    if earlier:
        sessionlinks.follow(root, earlier, session)
    added = stagedrows.claim(root, session, projects, now_s, warn, scope if is_launched else "")
    if added or not is_launched or source in _TAKEN_UP:
        return added
    if any(row.technique == FOLD for row in scan(root + b"/usage/savings.jsonl", session)):
        return 0
    return int(any(_measure(root, session, project, scope, now_s) for project in projects if project))


def record(sources: int, price: Price) -> bytes:
    """Return what a launch leaves beside its prompt: the size of the sources (bytes) and the price."""
    return strict_text({"sources": sources, "model": price.model, "rate": str(price.rate)}).encode()


def _measure(root: bytes, session: str, project: bytes, scope: str, now_s: float) -> bool:
    """Add a row by the prompt of a launch as it is now; say whether there was one to add."""
    prompt = stagedrows.prompt_of(canonical(project) or project, scope)
    found = read_file(prompt.rpartition(b"/")[0] + b"/" + RECORD)
    try:
        said = decode((found or b"").decode())
        size = stat(prompt).st_size
    except (OSError, ValueError, RecursionError):
        return False
    fields = said if isinstance(said, dict) else {}
    sources, model, rate = fields.get("sources"), fields.get("model"), fields.get("rate")
    if not (isinstance(sources, int) and isinstance(model, str) and isinstance(rate, str) and _is_rate(rate)):
        return False
    ts = strftime("%Y-%m-%dT%H:%M:%SZ", gmtime(now_s))
    row = folded(sources, size, Price(model, LAUNCH, int(rate)), ts=ts, session=session)
    name = digest(prompt + b"\n" + session.encode())  # one for each session, whoever asks how often
    return row is not None and add_once(root, row, name) == ADDED


def _is_rate(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 30
