"""A session's running totals in one render: restored, brought up to date, priced, and made ready to be kept."""

from __future__ import annotations

from tallystick.kernel import places
from tallystick.kernel.files import mtime_ns, read_text, remove
from tallystick.kernel.hotprices import HEAD, PriceTable, estimate, tier_of
from tallystick.kernel.sessionfold import SessionFold
from tallystick.kernel.sessionstate import restore
from tallystick.statusline.keeper import Keeper
from tallystick.statusline.reading import Catching, Rewritten

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallystick.kernel.hotconfig import HotConfig
    from tallystick.kernel.sessionstate import SessionState
    from tallystick.kernel.snapshot import Payload, Snapshot

_SHIPPED = __file__.rpartition("/")[0].rpartition("/")[0] + "/data/prices/hot"
_LARGEST = 4 << 20
_DAY = 86_400
_OFF = ("", "0", "false", "no")


class Totals:
    """The totals of the session whose files begin with `stem`; reading stops at the moment `until` (monotonic s)."""

    __slots__ = (
        "_catching",
        "_fetched",
        "_fetched_ns",
        "_keeper",
        "_main",
        "_older",
        "_python",
        "_root",
        "_state",
        "_stem",
        "_table",
        "_until",
        "kept",
    )

    def __init__(self, root: bytes, stem: bytes, main: bytes, until: float) -> None:
        self._root = root
        self._stem = stem
        self._main = main
        self._until = until
        text = read_text(root + b"/prices/hot", _LARGEST)
        self._table = PriceTable(text if text.startswith(HEAD) else read_text(_SHIPPED.encode(), _LARGEST))
        self._older = b""
        self.kept: dict[str, object] | None = None  # what is to be kept of them
        self._fetched = b""  # where fetched prices lie, where the session is priced by such
        self._fetched_ns = 0
        self._python = ""

    def catch_up(self, kept: Mapping[str, object], number: int, *, most: int | None = None) -> bool:
        """Read what was appended since the state was kept; everything, where it cannot go on from there. Where that is
        more than `most` bytes, nothing is read and the answer is False.
        """
        self._begin(kept, number)
        self._older = self._keeper.path if self._keeper.slots else b""
        is_read = False
        try:
            is_whole = self._keeper.open()
            if is_whole:
                is_read = self._catching.run(most)
        except (Rewritten, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            is_whole = False
        if not is_whole:
            self._keeper.close()
            self._begin({}, max(number, self._keeper.number + 1))
            self._catching.is_changed = True
            is_read = self._catching.run(most)
        self._state.fold.settle()
        return is_read

    def _begin(self, kept: Mapping[str, object], number: int) -> None:
        session = self._main.rpartition(b"/")[2].removesuffix(b".jsonl").decode("utf-8", "surrogateescape")
        fold = SessionFold(session, cuts=self._table.cuts, bands=self._table.bands)
        self._state: SessionState = restore(kept, fold, self._main.decode("utf-8", "surrogateescape"), number)
        self._keeper = Keeper(self._stem, *self._state.keeper)
        self._catching = Catching(self._state, self._main, self._keeper, self._until)

    @property
    def is_changed(self) -> bool:
        """Whether anything is to be kept."""
        return self._catching.is_changed

    @property
    def is_complete(self) -> bool:
        """Whether all was read."""
        return self._catching.is_complete

    def keep(self) -> None:
        """Say that this is to be kept; to be said before `show`, which also counts what must be read again."""
        self.kept = self._state.fields()

    def show(self, snapshot: Snapshot, payload: Payload, config: HotConfig, environ: Mapping[str, str]) -> None:
        """Put totals and their cost into the snapshot."""
        fold = self._state.fold
        self._catching.read_tails()
        fold.settle()
        snapshot.fold = fold
        snapshot.is_complete = self._catching.is_complete
        use_bedrock = environ.get("CLAUDE_CODE_USE_BEDROCK", "").lower() not in _OFF
        main_model = payload.text("model", "id") or environ.get("ANTHROPIC_MODEL", "")
        tier = tier_of(config.models.get(main_model, main_model), config.prices, use_bedrock=use_bedrock)
        try:
            snapshot.estimate = estimate(self._table, fold, tier, config.models)
        except (ArithmeticError, LookupError, TypeError, ValueError):
            return  # a list that is spoilt: the next `tally` writes it again, and until then no cost is known
        name = places.prices_name(environ)
        if tier != "api" and name:
            self._fetched, self._python = self._root + b"/" + name.encode(), config.python
            self._fetched_ns = mtime_ns(self._fetched)
            snapshot.estimate.may_come = not self._fetched_ns

    def lock(self) -> bool:
        """Wait until nobody else writes this session's files; False where that takes long."""
        return self._keeper.lock(patience=True)

    def flush(self) -> tuple[int, int, int] | None:
        """Write what the table took and return its number, slots and use; None where no state must be written now."""
        keeper = self._keeper
        return (keeper.number, keeper.slots, keeper.used) if keeper.flush() else None

    def drop_older(self) -> None:
        """Take away the table of the state before, which nothing names any more."""
        if self._older and self._older != self._keeper.path:
            remove(self._older)

    def close(self) -> None:
        """Let others write."""
        self._keeper.close()

    def refresh_prices(self, now_s: int) -> None:
        """Let prices that are a day old be fetched."""
        if self._fetched and self._python and now_s - self._fetched_ns // 10**9 >= _DAY:
            from tallystick.statusline.upkeep import refresh_prices

            refresh_prices(self._root, self._python, now_s)
