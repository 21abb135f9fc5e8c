"""Totals are exact: ours equal what the generator counted, by class, model and UTC day, and the peer's."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from bench.trees import Tree, make

if TYPE_CHECKING:
    from bench.setting import Record, Setting

NAME = "totals"
_SEEDS = (1, 2, 3, 4, 5)
_SIZE_MB = 30
_CLASSES = ("input_tokens", "cache_write_5m_tokens", "cache_write_1h_tokens", "cache_read_tokens", "output_tokens")
_COUNTED = (*_CLASSES, "responses")
# The same expectation as other generators name its parts.
_OTHER_PARTS = {"model": ("by_model",), "day": ("by_day", "daily_utc_first_line")}
_OTHER_NAMES = {
    "input_tokens": "input",
    "cache_write_5m_tokens": "cc_5m",
    "cache_write_1h_tokens": "cc_1h",
    "cache_read_tokens": "cache_read",
    "output_tokens": "output",
    "responses": "messages",
}
_PEER_NAMES = ("inputTokens", "cacheCreationTokens", "cacheReadTokens", "outputTokens")

Counts = dict[str, tuple[int, ...]]


def measure(setting: Setting) -> Record:
    """Compare every tree with what is expected of it, from an index, without one, and with the peer."""
    trees = [make(setting.cache, seed=seed, size_mb=_SIZE_MB) for seed in _SEEDS]
    trees.append(make(setting.cache, seed=1, size_mb=_SIZE_MB, single=True))
    given = setting.given
    trees += [Tree(os.path.abspath(path), None) for path in (given.tree, given.single, *given.checked) if path]
    return {"checks": [_check(setting, tree) for tree in trees]}


def _check(setting: Setting, tree: Tree) -> dict[str, Any]:
    setting.ours.forget_root()
    expected = tree.expected()
    found = {by: _ours(setting, tree, by) for by in ("model", "day")}
    direct = {by: _ours(setting, tree, by, "--no-index") for by in ("model", "day")}
    wanted = None if expected is None else {by: _expected(expected, by) for by in ("model", "day")}
    return {
        "corpus": tree.describe(),
        "responses": sum(counts[-1] for counts in found["day"].values()),
        "as_expected": None if wanted is None else found == wanted,
        "without_index_as_with": direct == found,
        "as_the_peer": agrees_with_peer(setting, tree),
    }


def agrees_with_peer(setting: Setting, tree: Tree) -> bool:
    """Say whether both sides give the same totals by day and model of the day; the peer adds both cache lifetimes."""
    days = {
        day: (fresh, short + hour, read, output)
        for day, (fresh, short, hour, read, output, _) in _ours(setting, tree, "day").items()
    }
    theirs = setting.peer.days(tree.path)
    models: dict[str, list[int]] = {}
    for row in theirs:
        for part in row["modelBreakdowns"]:
            known = models.setdefault(part["modelName"], [0] * len(_PEER_NAMES))
            models[part["modelName"]] = [a + part[name] for a, name in zip(known, _PEER_NAMES, strict=True)]
    by_model = {
        model: [fresh, short + hour, read, output]
        for model, (fresh, short, hour, read, output, _) in _ours(setting, tree, "model").items()
    }
    return days == {_day(row): tuple(row[name] for name in _PEER_NAMES) for row in theirs} and by_model == models


def _day(row: dict[str, Any]) -> str:
    day: str = row.get("date") or row["period"]
    return day


def _ours(setting: Setting, tree: Tree, by: str, *words: str) -> Counts:
    rows = setting.ours.report(tree.path, by, *words)["rows"]
    return {row["key"]: tuple(row[name] for name in _COUNTED) for row in rows}


def _expected(expected: dict[str, Any], by: str) -> Counts:
    """Return an expectation's part, under our names of the classes or under the other ones."""
    part: dict[str, dict[str, int]] = next(expected[name] for name in _OTHER_PARTS[by] if name in expected)
    return {
        key: tuple(counts[name] if name in counts else counts[_OTHER_NAMES[name]] for name in _COUNTED)
        for key, counts in part.items()
    }
