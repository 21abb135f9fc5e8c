"""What the status line looks like, on invented values: no session, no file and no clock is asked."""

from __future__ import annotations

from tallystick import __version__
from tallystick.kernel import layouts
from tallystick.kernel.files import read_text
from tallystick.kernel.hotconfig import read
from tallystick.kernel.hotprices import Estimate
from tallystick.kernel.places import choose_root
from tallystick.kernel.savings import Percents, Saving
from tallystick.kernel.sessionfold import SessionFold
from tallystick.kernel.snapshot import Snapshot, Wasted
from tallystick.kernel.tracker import Tracker
from tallystick.statusline.door import columns, option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_DOLLAR = 10**18


def sample() -> Snapshot:
    """Return a session in full swing."""
    found = Snapshot()
    found.version, found.is_hooked = __version__, True
    found.session = "0861b858-ce3b-4c9a-a12e-fbab1f392107"
    found.model, found.effort = "Opus 5.5", "high"
    found.project, found.branch, found.login, found.account = "ada/kiln", "main", "ada", "ada@example.com"
    found.context, found.window, found.used = 82_000, 200_000, 83_400
    found.cost = 12.4
    found.five_hours, found.seven_days = 24.0, 41.0
    found.cache, found.now_s = (0.93, 1_770_000_252.0), 1_770_000_000
    found.tracker = Tracker()
    found.tracker.note(found.context)
    found.fold = SessionFold(found.session)
    found.fold.rows[0, 0, 0, 0] = [140, 0, 5_200, 310_000, 0, 0, 8_450_000, 96_000, 0, 96_000]
    found.fold.reasoning = 31_000
    found.fold.calls, found.fold.call_units, found.fold.results, found.fold.result_units = 118, 62_000, 117, 1_340_000
    found.estimate = Estimate(517 * _DOLLAR // 100, [])
    found.savings = Percents()
    for saved in (24, 34):
        found.savings.add(Saving("compress", saved, 100, 0.01))
    found.wasted = Wasted(4_120, is_stale=False)
    return found


def preview(words: Sequence[str], environ: Mapping[str, str]) -> str:
    """Return the layout that is asked for or set, as it looks on the sample."""
    root = choose_root(option(words, "--root"), environ).encode("utf-8", "surrogateescape")
    config = read(read_text(root + b"/statusline/config"))
    layout = option(words, "--layout") or config.layout
    rows = layouts.rows(layout, config.segments, has_usage=True)
    lines = layouts.compose(sample(), rows, is_full=layout != "line")
    return layouts.finish(lines, columns=columns(environ), colour=not environ.get("NO_COLOR"))
