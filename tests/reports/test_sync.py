"""The page of `tally sync`."""

from __future__ import annotations

from tallystick.model.syncing import SyncReport
from tallystick.reports.sync import lines


def test_nothing_new() -> None:
    """Nothing new is two lines."""
    report = SyncReport()
    report.files = 3

    assert lines(report, 12, 0, width=80) == ["3 transcripts found, nothing new.", "The index holds 12 responses."]


def test_everything() -> None:
    """What was read, moved, gone, unreadable and refused, and what a better parser changed."""
    report = SyncReport()
    report.files, report.changed, report.bytes = 1, 1, 36_549_355
    report.moved, report.gone, report.unreadable, report.reread = 2, 1, 1, 4
    report.difference = (1, 0, -20, 0, 3000)

    assert lines(report, 1, 2, width=200) == [
        "1 transcript found, 1 read, 36.5MB.",
        "2 transcripts moved.",
        "1 transcript gone since the last sync, kept in the index.",
        "1 transcript that cannot be read: tally doctor says which.",
        "4 transcripts read again by a better parser: responses +1, cache writes -20, output +3,000.",
        "The index holds 1 response.",
        "2 pieces of input could not be read and are not counted: tally doctor says where.",
    ]


def test_no_difference() -> None:
    """A better parser that changes no figure says so."""
    report = SyncReport()
    report.reread = 1

    assert lines(report, 0, 1, width=200)[1:] == [
        "1 transcript read again by a better parser: no figure changed.",
        "The index holds 0 responses.",
        "1 piece of input could not be read and is not counted: tally doctor says where.",
    ]
