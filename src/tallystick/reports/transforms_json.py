"""A summary of transformations as JSON, in the shape that analyses of such ledgers are written for."""

from __future__ import annotations

from tallystick.model.transformation import LegacySums, Sums

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.transformation import ChainBreak, Changes, TaskChanges

    Fields = dict[str, object]


def render(changes: Changes) -> str:
    """Return the whole summary; `bad_lines` is there where some line could not be counted."""
    import json

    return json.dumps(document(changes), indent=2) + "\n"


def document(changes: Changes) -> Fields:
    """Return the object that is written: tasks by `run/task`, a second one of that name by its ledger too."""
    tasks: Fields = {}
    for one in changes.tasks:
        key = f"{one.run}/{one.task}"
        tasks[f"{key}@{one.ledger}" if key in tasks else key] = _task(one)
    found: Fields = {"per_task": tasks}
    if changes.bad_count:
        named = [{"ledger": bad.ledger, "line": bad.line, "reason": bad.reason} for bad in changes.bad]
        found["bad_lines"] = {"count": changes.bad_count, "first": named}
    return found


def _task(task: TaskChanges) -> Fields:
    legacy, sums = LegacySums(), Sums()
    for one in task.legacy.values():
        legacy.add(one)
    for group in task.groups.values():
        sums.add(group)
    return {
        "totals": {**_exact_and_estimates(legacy), "costs_paid": legacy.costs, "savings": legacy.savings},
        "rows": [
            {"bucket": bucket, "mechanism": mechanism, "layer": layer, **_exact_and_estimates(one)}
            for (bucket, mechanism, layer), one in sorted(task.legacy.items())
        ],
        "transformations": {
            "totals": {
                "events": sums.events,
                "changes": sums.changes,
                "bytes_removed": sums.removed,
                "bytes_added": sums.added,
                "delta_bytes": sums.delta_bytes,
                "delta_chars": sums.delta_chars,
            },
            "rows": [_group(*group, one) for group, one in sorted(task.groups.items())],
            "chain_breaks": [_break(one) for one in task.breaks],
        },
        "source": {"run": task.run, "task": task.task, "ledger": task.ledger},
    }


def _exact_and_estimates(sums: LegacySums) -> Fields:
    return {
        "exact_delta": sums.exact_delta,
        "exact_count": sums.exact_count,
        "estimate_delta": sums.estimate_delta,
        "estimate_count": sums.estimate_count,
    }


def _group(surface: str, layer: str, bucket: str, mechanism: str, sums: Sums) -> Fields:
    return {
        "surface": surface,
        "layer": layer,
        "bucket": bucket,
        "mechanism": mechanism,
        "events": sums.events,
        "changes": sums.changes,
        "input_bytes": sums.input_bytes,
        "output_bytes": sums.output_bytes,
        "delta_bytes": sums.delta_bytes,
        "input_chars": sums.input_chars,
        "output_chars": sums.output_chars,
        "delta_chars": sums.delta_chars,
    }


def _break(one: ChainBreak) -> Fields:
    if one.steps:
        return {"chain": list(one.chain), "kind": "step", "steps": list(one.steps)}
    return {"chain": list(one.chain), "kind": "hash", "previous_event": one.previous, "current_event": one.event}
