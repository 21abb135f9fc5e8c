"""Writes down what a pipeline did to one text: each step a record, all of them one chain."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tallystick.kernel.transformledger import Ledger

    # What one step did: bucket, mechanism, the text before and after, how many changes.
    Step = tuple[str, str, str, str, int]


def record_steps(
    ledger: Ledger, steps: Iterable[Step], *, layer: str, surface: str, ctx: Mapping[str, object] | None = None
) -> int:
    """Record the steps next to each other and return how many changed something.

    They continue the chain of the scope's call and surface where that ended with the text that they begin with; else
    they are a chain of their own.
    """
    with ledger.together:
        chain, done = None, 0
        for bucket, mechanism, before, after, count in steps:
            if not done and not ledger.goes_on(surface, before):
                chain = ledger.new_chain()
            done += ledger.record_transform(
                bucket=bucket,
                layer=layer,
                mechanism=mechanism,
                before=before,
                after=after,
                surface=surface,
                change_count=count,
                ctx=ctx,
                chain_id=chain,
                chain_step=done + 1 if chain else None,
            )
        return done
