"""The nine rules by which transformations are counted, each as a test of its name."""

from __future__ import annotations

from pathlib import Path

from tallystick.model.transformation import Sums, TaskChanges
from tallystick.reports.transforms import lines
from tallystick.tasks.transforms_compare import compare
from tallystick.tasks.transforms_summary import summarise
from tallystick.tasks.transforms_verify import verify
from tests.transformations import a_chain, a_saving, change, open_one, write


def the_task(path: Path) -> TaskChanges:
    """What the one ledger of a path says."""
    (task,) = summarise([str(path)]).tasks
    return task


def by_surface(task: TaskChanges) -> dict[str, tuple[int, int]]:
    """Events and bytes by surface."""
    found: dict[str, Sums] = {}
    for (surface, *_), sums in task.groups.items():
        found.setdefault(surface, Sums()).add(sums)
    return {surface: (sums.events, sums.delta_bytes) for surface, sums in found.items()}


def test_rule_1_sum_delta_bytes_negative_removed_positive_added(tmp_path: Path) -> None:
    """Differences are summed: what is negative was removed, what is positive was added."""
    with open_one(tmp_path / "t1.jsonl") as ledger:
        change(ledger, "é" * 10, "é")  # 20 bytes -> 2
        change(ledger, "ab", "abcde")  # 2 -> 5
    (sums,) = the_task(tmp_path).groups.values()

    assert (sums.delta_bytes, sums.removed, sums.added) == (-15, 18, 3)


def test_rule_2_group_by_surface_before_interpreting_totals(tmp_path: Path) -> None:
    """Bytes of commands, of outputs and of renders are different quantities: no figure on the page adds them up."""
    with open_one(tmp_path / "t1.jsonl") as ledger:
        change(ledger, "a" * 1001, "a", surface="tool_output")
        change(ledger, "a" * 2001, "a", surface="context_render")
    page = "\n".join(lines(summarise([str(tmp_path)]), width=200))

    assert by_surface(the_task(tmp_path)) == {"tool_output": (1, -1000), "context_render": (1, -2000)}
    assert "-1,000" in page
    assert "-2,000" in page
    assert "3,000" not in page


def test_rule_3_sequential_changes_add_up_only_in_a_continuous_chain(tmp_path: Path) -> None:
    """In a chain the differences add up to first and last text; where it breaks, the summary says so."""
    one, two, three = a_chain("abcdefgh", "abcdef", "abc", "a")
    whole, broken = write(tmp_path / "whole.jsonl", one, two, three), write(tmp_path / "broken.jsonl", one, three)
    (sums,) = the_task(whole).groups.values()

    assert sums.delta_bytes == len("a") - len("abcdefgh")
    assert the_task(whole).breaks == []
    assert [each.steps for each in the_task(broken).breaks] == [(1, 3)]
    assert "1 chain break: what is added up across one is not continuous." in lines(summarise([str(broken)]), width=100)


def test_rule_4_half_life_counts_at_every_render(tmp_path: Path) -> None:
    """A result that is shortened in three requests was shortened three times; that is not what storage lost."""
    with open_one(tmp_path / "t1.jsonl") as ledger:
        for turn in (5, 6, 7):
            with ledger.scope(session="s", turn=turn):
                change(ledger, "x" * 300, "x" * 100, surface="context_render", mechanism="halflife_decay")

    assert by_surface(the_task(tmp_path)) == {"context_render": (3, -600)}
    assert the_task(tmp_path).breaks == []
    assert "context_render: counted at every request; it is not what was taken out of storage once." in lines(
        summarise([str(tmp_path)]), width=100
    )


def test_rule_5_a_rewritten_command_claims_no_output(tmp_path: Path) -> None:
    """The record holds two commands and nothing of an output that nobody has seen."""
    with open_one(tmp_path / "t1.jsonl") as ledger:
        change(ledger, "pip install x", "pip install -q x", surface="execution_command")

    assert by_surface(the_task(tmp_path)) == {"execution_command": (1, 3)}
    assert the_task(tmp_path).legacy == {}


def test_rule_6_a_redirect_claims_no_saving(tmp_path: Path) -> None:
    """The command that was not run, and the text of the refusal: exact, on their surfaces, and nothing beside."""
    with open_one(tmp_path / "t1.jsonl") as ledger:
        change(ledger, "cat big.log", "", surface="execution_command", mechanism="redirect:cat")
        change(ledger, "", "Use the reader.", surface="tool_output", mechanism="redirect_refusal:cat")

    # "cat big.log" is 11 bytes, the refusal 15
    assert by_surface(the_task(tmp_path)) == {"execution_command": (1, -11), "tool_output": (1, 15)}
    assert the_task(tmp_path).legacy == {}


def test_rule_7_an_intervention_measures_its_own_text(tmp_path: Path) -> None:
    """What the model did afterwards is not booked to it, even in the same turn."""
    with open_one(tmp_path / "t1.jsonl") as ledger, ledger.scope(session="s", turn=4):
        change(ledger, "", "Run the tests first.", surface="injected_message", mechanism="done_guard")
        change(ledger, "long output", "output", surface="tool_output", tool_call_id="c1")
    groups = {mechanism: sums.delta_bytes for (*_, mechanism), sums in the_task(tmp_path).groups.items()}

    assert groups == {"done_guard": 20, "strip_ansi": -5}


def test_rule_8_a_verbatim_control_shows_what_its_configuration_left_on(tmp_path: Path) -> None:
    """A control that changed nothing has no record; one that left a mechanism on shows it, and nothing is assumed."""
    with open_one(tmp_path / "verbatim" / "t1.jsonl") as ledger:
        change(ledger, "same", "same")
    with open_one(tmp_path / "nearly" / "t1.jsonl") as ledger:
        change(ledger, "same \x1b[0m", "same ")
    found = compare(str(tmp_path / "verbatim"), str(tmp_path / "nearly"))

    assert the_task(tmp_path / "verbatim").groups == {}
    assert [(group[3], a.events, b.events) for group, (a, b) in found.groups.items()] == [("strip_ansi", 0, 1)]


def test_rule_9_an_old_run_is_exact_only_where_both_values_were_kept(tmp_path: Path) -> None:
    """Older records yield no transformation; of a run without its texts the hashes are named as unchecked."""
    old = write(tmp_path / "old.jsonl", a_saving(-400), a_saving(-40, measure_type="estimate"))
    with open_one(tmp_path / "counts.jsonl") as ledger:
        change(ledger, "ab", "a")
    with open_one(tmp_path / "debug.jsonl", "debug") as ledger:
        change(ledger, "ab", "a")
    counts, debug = verify([str(tmp_path / "counts.jsonl"), str(tmp_path / "debug.jsonl")])

    assert the_task(old).groups == {}
    assert (counts.both, debug.both) == ([1], [])
