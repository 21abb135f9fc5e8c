"""Text in, text out: what shortens or rewrites a tool's output, one mechanism a file, one line in this table.

A filter never runs, times, prints or records anything, and never raises: `pipeline` applies it, and whoever owns both
texts records the change. Its modules are named and not imported, so that a hot door loads those alone that it uses. The
filters of one tool's own output are in `digests`, what is done to a command before it runs in `commands`.
"""

from __future__ import annotations

FILTERS = {
    "ansi": "tallystick.filters.ansi",
    "overwritten": "tallystick.filters.overwritten",
    "blank_lines": "tallystick.filters.blank_lines",
    "duplicate_lines": "tallystick.filters.duplicate_lines",
    "similar_lines": "tallystick.filters.similar_lines",
    "tracebacks": "tallystick.filters.tracebacks",
    "passed_tests": "tallystick.filters.passed_tests",
    "ls_dates": "tallystick.filters.ls_dates",
    "timings": "tallystick.filters.timings",
    "working_directory": "tallystick.filters.working_directory",
    "addresses": "tallystick.filters.addresses",
    "redaction": "tallystick.filters.redaction",
    "sink": "tallystick.filters.sink",
    "truncation": "tallystick.filters.truncation",
    "repeats": "tallystick.filters.repeats",
    "read_range": "tallystick.filters.read_range",
    "read_numbers": "tallystick.filters.read_numbers",
    "read_reminders": "tallystick.filters.read_reminders",
    "outline": "tallystick.filters.outline",
    "search_order": "tallystick.filters.search_order",
    "search_ignored": "tallystick.filters.search_ignored",
    "search_pages": "tallystick.filters.search_pages",
    "search_refusals": "tallystick.filters.search_refusals",
    "security_marks": "tallystick.filters.security_marks",
    "envelope": "tallystick.filters.envelope",
}
