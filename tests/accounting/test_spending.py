"""Adding up: groups, main and children apart, unpriced tokens beside priced ones."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tallystick.accounting.spending import Pair, add_all, group, total
from tallystick.model.spending import Figures
from tallystick.model.usage import UsageRow

NAMES = {1: "opus", 2: "glm"}
ROWS = st.builds(
    UsageRow,
    *(st.integers(0, 3) for _ in range(2)),
    st.just(0),
    st.sampled_from([1, 2, 3]),
    st.just(0),
    st.just(0),
    st.integers(0, 1),
    *(st.integers(0, 10**6) for _ in range(9)),
)


def facts(figures: Figures) -> dict[str, object]:
    """Everything that figures say."""
    return {name: getattr(figures, name) for name in Figures.__slots__}


def test_group() -> None:
    """Rows of one key add up; a child transcript's stay apart; an unpriced model keeps its tokens and costs nothing."""
    rows = [
        (UsageRow(5, 1, 0, 1, 0, 0, 0, 2, 1, 10, 20, 30, 40, 50, 60, 7), 100),
        (UsageRow(5, 1, 0, 2, 0, 0, 1, 3, 0, 1, 2, 3, 4, 5, 6, 0), None),
        (UsageRow(6, 1, 0, 9, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0), 9),
    ]

    groups = group(rows, lambda row: row.q, NAMES)

    assert facts(groups[5].main) == {
        "cost": 100,
        "input": 10,
        "lower": 1,
        "models": {"opus": 2},
        "output": 60,
        "priced": 1,
        "read": 50,
        "responses": 2,
        "searches": 7,
        "unpriced": {},
        "write_1h": 30,
        "write_5m": 20,
        "write_unknown": 40,
    }
    assert groups[5].subagents.unpriced == {"glm": (3, 21)}  # 1+2+3+4+5+6
    assert groups[5].subagents.cost == 0
    assert groups[5].all().models == {"opus": 2, "glm": 3}
    assert groups[6].main.models == {"unknown": 1}


@given(st.lists(st.tuples(ROWS, st.one_of(st.none(), st.integers(0, 10**20)))))
def test_conserved(priced: list[tuple[UsageRow, int | None]]) -> None:
    """However rows are grouped, the groups add up to the same total, and main and children to the whole."""
    whole = facts(add_all(priced, NAMES))

    for key in ("q", "session", "model"):
        groups = group(priced, lambda row, key=key: int(getattr(row, key)), NAMES)  # type: ignore[misc]
        assert whole == facts(total(pair.all() for pair in groups.values()))


def test_empty() -> None:
    """Nothing costs nothing, and is known to."""
    assert Pair().all().known_cost == 0
    assert not total(()).is_lower_bound
