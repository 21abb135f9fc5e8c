"""The pieces of the status line, one a file, each a function from a snapshot to text or to nothing.

The names are those that `[statusline] segments` takes; a render loads only the modules that it shows.
"""

from __future__ import annotations

SEGMENTS = {
    "version": "tallystick.kernel.segments.version",
    "project": "tallystick.kernel.segments.project",
    "login": "tallystick.kernel.segments.login",
    "account": "tallystick.kernel.segments.account",
    "model": "tallystick.kernel.segments.model",
    "context": "tallystick.kernel.segments.context",
    "cost": "tallystick.kernel.segments.cost",
    "limits": "tallystick.kernel.segments.limits",
    "savings": "tallystick.kernel.segments.savings",
    "wasted": "tallystick.kernel.segments.wasted",
    "cache": "tallystick.kernel.segments.cache",
    # what the full layout is made of
    "title": "tallystick.kernel.segments.title",
    "fill": "tallystick.kernel.segments.fill",
    "estimate": "tallystick.kernel.segments.estimate",
    "tokens": "tallystick.kernel.segments.tokens",
    "tools": "tallystick.kernel.segments.tools",
    "session": "tallystick.kernel.segments.session",
}
