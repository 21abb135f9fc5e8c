"""What each figure must reach and what it aims at: the largest value that still counts as reached."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Target:
    """A row of the table: what is measured, in which unit, and its two bounds."""

    row: str
    figure: str
    what: str
    unit: str
    must: float
    aim: float


RATIO, MEMORY, SECONDS, MILLISECONDS, RENDERS = "×", "MB", "s", "ms", "renders"
TARGETS = (
    Target("first-index", "ours/peer", "first full index with every hash / peer", RATIO, 1.75, 1.0),
    Target("no-index", "ours/peer", "`tally spent --no-index` / peer", RATIO, 0.75, 0.5),
    Target("unchanged", "ours/peer", "`tally spent`, nothing changed / peer", RATIO, 0.1, 0.04),
    Target("grown", "ours/peer", "`tally spent`, one file grown by 50 KB / peer", RATIO, 0.15, 0.08),
    Target("memory", "tree", "peak memory, {tree}", MEMORY, 150, 60),
    Target("memory", "large", "peak memory, {large}", MEMORY, 150, 60),
    Target("memory", "single", "peak memory, one session of {single}", MEMORY, 150, 60),
    Target("scale", "large/tree", "first full index, {large} / {tree}", RATIO, 4.5, 4.0),
    Target("transform-record", "record/hashes", "`record_transform` of 10 KB / SHA-256 of it twice", RATIO, 3.0, 2.0),
    Target("transform-summary", "summary", "`tally transforms summary`, 1,000,000 records", SECONDS, 20, 10),
    Target("transform-summary", "summary", "peak memory, the same", MEMORY, 300, 200),
    Target("detectors", "wasted", "`tally wasted`, nothing changed, {tree}", SECONDS, 1.5, 1.0),
    Target("detectors", "wasted", "peak memory of `tally wasted`", MEMORY, 150, 60),
    Target("detectors", "whole/tenth", "all detectors, ten times the events", RATIO, 13, 10),
    Target("commits", "idle/bare", "commit hook with nothing to write / bare interpreter", RATIO, 3.0, 1.5),
    Target("commits", "stamp/bare", "commit hook with 8 MiB to fold / bare interpreter", RATIO, 8.0, 6.0),
    Target("hooks", "start/bare", "hook: a session begins / bare interpreter", RATIO, 3.0, 2.0),
    Target("hooks", "off/bare", "hook: a read where nobody asked / bare interpreter", RATIO, 3.0, 0.5),
    Target("hooks", "read/bare", "hook: a read of 200 lines where somebody did / bare interpreter", RATIO, 3.0, 2.0),
    Target("hooks", "short/bare", "hook: an output too short to look at / bare interpreter", RATIO, 3.0, 2.0),
    Target("hooks", "filtered/bare", "hook: one that the filters leave as it is / bare interpreter", RATIO, 3.0, 2.0),
    # the specification asks nothing of it; this is what we ask
    Target(
        "hooks", "shorten/bare", "hook: an output of 100 KB that is shortened / bare interpreter", RATIO, 20.0, 10.0
    ),
    Target(
        "repeat-check", "warm", "`repeat_check` inside a running server, one session of {single}", MILLISECONDS, 50, 20
    ),
    Target("context-pass", "pass", "one pass of the context mechanisms, 500 messages, 2 MB", MILLISECONDS, 20, 5),
    Target("context-pass", "line", "the same, from the host's line of JSON to the answer's", MILLISECONDS, 20, 10),
    Target("pi-bridge", "digest", "what the bridge into pi adds to a result of 100 KB, digested", MILLISECONDS, 5, 3),
    Target("pi-bridge", "untouched", "the same of a result that no mechanism looks at", MILLISECONDS, 5, 2),
    Target("statusline", "full/bare", "status line `full` / bare interpreter", RATIO, 1.6, 1.2),
    Target("statusline", "line/bare", "status line `line` / bare interpreter", RATIO, 1.6, 1.2),
    Target("statusline", "full/ccline", "status line `full` / ccline", RATIO, 0.25, 0.15),
    Target("statusline", "line/ccline", "status line `line` / ccline", RATIO, 0.25, 0.15),
    Target("statusline", "full/ccusage", "status line `full` / ccusage", RATIO, 0.05, 0.03),
    Target("statusline", "line/ccusage", "status line `line` / ccusage", RATIO, 0.05, 0.03),
    Target("statusline", "renders", "renders until a new session of {single} is complete", RENDERS, 3, 1),
    Target("statusline", "memory", "peak memory of such a render", MEMORY, 40, 25),
    # 8, and 20, MB a second; 15 and 50; a line of 10 MB may take 2 s
    Target("filter-speed", "chain", "the default filters on a log of 10 MB", SECONDS, 1.25, 0.5),
    Target("filter-speed", "mechanism", "the filter that takes longest on it ({mechanism})", SECONDS, 0.667, 0.2),
    Target("filter-speed", "own", "the one that takes longest on 10 MB of its own ({own})", SECONDS, 0.667, 0.2),
    Target("filter-speed", "outline", "the outline of 10 MB of source, most of it parsing", SECONDS, 0.667, 0.2),
    Target("filter-speed", "line", "any filter, any hostile line of 10 MB ({line})", SECONDS, 2, 1),
)
