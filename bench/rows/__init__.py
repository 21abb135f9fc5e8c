"""The rows of the bench, one file each: a name, and `measure`, which gives what was seen and judges nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.rows import (
    commits,
    context_pass,
    detectors,
    filter_speed,
    first_index,
    grown,
    hooks,
    memory,
    no_index,
    pi_bridge,
    repeat_check,
    scale,
    statusline,
    totals,
    transform_record,
    transform_summary,
    unchanged,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.setting import Record, Setting

ROWS: dict[str, Callable[[Setting], Record]] = {
    module.NAME: module.measure
    for module in (
        *(totals, first_index, no_index, unchanged, grown, memory, scale, statusline),
        *(transform_record, transform_summary, detectors, commits, hooks, repeat_check, filter_speed, context_pass),
        pi_bridge,
    )
}
