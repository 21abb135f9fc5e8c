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
    "sink": "tallystick.filters.sink",
    "truncation": "tallystick.filters.truncation",
}
