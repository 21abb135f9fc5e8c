"""Totals alone: the rules of `usage`."""

from __future__ import annotations

from tallystick.agents.pi.totals import TotalsReader
from tests.agents.pi.sessions import assistant, header, message, usage
from tests.blocks import feed_lines


def test_copies_count_once_and_faults_are_counted() -> None:
    """Maxima over what shares a name; a model that is not named has no key."""
    reader = TotalsReader()
    feed_lines(
        reader,
        b"\n".join(
            [
                header(),
                assistant(1, responseId="msg_1", usage=usage(1, 5)),
                assistant(1, responseId="msg_1", usage=usage(1, 9), stopReason="aborted"),
                assistant(2, responseId="msg_2", usage=usage(2, 2), model=None),
                assistant(3, usage={"input": -1}),
                message(4, content="no role"),
                b"{torn",
            ]
        ),
    )

    assert [(False, 2, 1), (True, 9, 1)] == sorted((bool(f.model), f.output, f.stopped) for f in reader.folds.values())
    assert 3 == reader.rejected


def test_a_tail_refuses_nothing() -> None:
    """A torn one waits for its end."""
    reader = TotalsReader()

    reader.feed_tail(b"{torn", 1)
    reader.feed_tail(assistant(1), 1)

    assert (0, 1) == (reader.rejected, len(reader.folds))
