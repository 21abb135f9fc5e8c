"""A sync as a record."""

from __future__ import annotations

from tallystick.model.syncing import SyncRun


def test_a_run_tells_who_watches() -> None:
    """Done and all bytes; nobody need watch."""
    told: list[tuple[int, int]] = []
    run = SyncRun({"HOME": "/"}, lambda done, total: told.append((done, total)), command_texts=True)
    run.report.bytes = 5
    run.tell(9)
    SyncRun({}, None, command_texts=False).tell(9)

    assert [(5, 9)] == told
    assert run.command_texts


def test_a_report_begins_with_nothing() -> None:
    """Every count is zero, and no difference has five parts."""
    report = SyncRun({}, None, command_texts=False).report

    counts = ("bytes", "changed", "files", "gone", "moved", "rejections", "reread", "responses", "unreadable")
    assert {0} == {getattr(report, name) for name in counts}
    assert ((0,) * 5, [], 0.0) == (report.difference, report.searched, report.seconds)
