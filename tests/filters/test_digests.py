"""What digests promise of real tools' real output: nothing that failed is lost, and little of the rest is left.

`<case>.json` beside `<case>.in` says what the tool's own machine-readable output of the same tests named: README.md.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from tallystick.filters.digests import DIGESTS
from tallystick.filters.pipeline import candidates, steps
from tallystick.filters.sieve import plain
from tests.filters.shelf import HERE, ROWS, Row, read

COLOUR = re.compile(r"\x1b\[[0-9;]*[mK]")
# Runs of tests and builds: passing ones must lose three fifths of their bytes, failing ones three tenths (medians).
PASSING, FAILING = 0.4, 0.7
RUNNERS = (
    *("pytest", "unittest", "cargo_test", "cargo_build", "go_test", "ctest", "node_test", "jest", "vitest"),
    *("junit", "make", "compiler", "pip"),
)
LINTERS = ("ruff", "mypy", "tsc", "eslint")  # what they pass, they say in one line


@dataclass(frozen=True)
class Sample:
    """One golden input, what is left of it, and what is true of it."""

    path: Path
    text: str
    after: str
    truth: dict[str, Any]

    @property
    def failed(self) -> bool:
        """Whether the run that printed it failed."""
        return bool(self.truth["exit"] or self.truth["failing"])

    @property
    def ratio(self) -> float:
        """Bytes that are left of each byte."""
        return len(self.after.encode()) / len(self.text.encode())


@cache
def samples(name: str) -> tuple[Sample, ...]:
    """The samples of one digest."""
    row = next(row for row in ROWS if row.one.MECHANISM == f"{name}_digest")
    return tuple(sample(row, path) for path in row.cases() if path.with_suffix(".json").exists())


def sample(row: Row, path: Path) -> Sample:
    """A sample, shortened as its own command's output is."""
    context = row.context(path.stem)
    text = read(path)
    after = row.one.apply(text, context)[0] if row.one.applies(context) else text
    return Sample(path, text, after, json.loads(path.with_suffix(".json").read_text("utf-8")))


def facts(truth: dict[str, Any]) -> list[str]:
    """Everything that a text must not lose: ids, messages and places of failures, warnings, lines to keep."""
    failing = [one[key] for one in truth["failing"] for key in ("id", "message", "place")]
    warnings = [one[key] for one in truth["warnings"] for key in ("message", "place")]
    return [fact for fact in (*failing, *warnings, *truth["keep"]) if fact]


def lost(before: str, after: str, truth: dict[str, Any]) -> list[str]:
    """Facts that stood in the text and do not any more."""
    before, after = COLOUR.sub("", before), COLOUR.sub("", after)
    return [fact for fact in facts(truth) if fact in before and fact not in after]


def test_all_digests_have_samples() -> None:
    """No digest goes without real output and what is true of it."""
    assert [name for name in DIGESTS if len(samples(name)) < 3] == []


@pytest.mark.parametrize("name", DIGESTS)
def test_nothing_that_failed_is_lost(name: str) -> None:
    """Every failing id, its message and its place, and every warning is in the text that is left."""
    assert {one.path.stem: lost(one.text, one.after, one.truth) for one in samples(name)} == {
        one.path.stem: [] for one in samples(name)
    }


@pytest.mark.parametrize("name", [name for name in RUNNERS if name not in {"make", "compiler", "pip", "cargo_build"}])
def test_samples_hold_their_ids(name: str) -> None:
    """The test above is about something: every id that the machine-readable output names is in the tool's text."""
    absent = [
        (one.path.stem, failure["id"])
        for one in samples(name)
        for failure in one.truth["failing"]
        if failure["id"] not in COLOUR.sub("", one.text)
    ]

    assert absent == []


@pytest.mark.parametrize("name", [*RUNNERS, *LINTERS])
def test_samples_hold_their_messages(name: str) -> None:
    """And of messages and places at least nine in ten: some manners print none."""
    wanted = [(one, fact) for one in samples(name) for fact in facts(one.truth)]
    found = [fact for one, fact in wanted if fact in COLOUR.sub("", one.text)]

    assert len(found) >= 0.9 * len(wanted)


@pytest.mark.parametrize("name", RUNNERS)
def test_passing_runs_are_short(name: str) -> None:
    """The median passing run keeps two fifths of its bytes at most."""
    assert median(one.ratio for one in samples(name) if not one.failed) <= PASSING


@pytest.mark.parametrize("name", [*RUNNERS, *LINTERS])
def test_failing_runs_are_shorter(name: str) -> None:
    """The median failing run keeps seven tenths of its bytes at most."""
    ratios = [one.ratio for one in samples(name) if one.failed]

    assert median(ratios) <= FAILING


def test_ratios_over_all() -> None:
    """Over the golden sets of all digests, each median by itself."""
    every = [one for name in DIGESTS for one in samples(name)]

    assert median(one.ratio for one in every if not one.failed) <= PASSING
    assert median(one.ratio for one in every if one.failed) <= FAILING


@pytest.mark.parametrize("name", DIGESTS)
def test_damage_loses_nothing(name: str) -> None:
    """Cut off anywhere, with CRLF, with another program's lines between: what is in the text stays in it."""
    row = next(row for row in ROWS if row.one.MECHANISM == f"{name}_digest")
    for one in samples(name):
        context = row.context(one.path.stem)
        if not row.one.applies(context):
            continue
        lines = one.text.split("\n")
        noise = [
            part
            for at, line in enumerate(lines)
            for part in ([line, "a word of another program"] if at % 7 == 3 else [line])
        ]
        variants = [one.text.replace("\n", "\r\n"), "\n".join(noise)]
        variants += [one.text[: len(one.text) * tenth // 10] for tenth in (1, 3, 5, 8, 9)]
        variants += [one.text[len(one.text) * tenth // 10 :] for tenth in (1, 4, 7)]
        for text in variants:
            after, _ = row.one.apply(text, context)
            if name not in {"search", "listing", "git_log"}:  # those leave out by number: what comes first depends
                assert lost(text, after, one.truth) == []
            assert len(after.encode()) <= len(text.encode())


@pytest.mark.parametrize("name", DIGESTS)
def test_other_tools_output_stays(name: str) -> None:
    """A digest that is handed another tool's output, by an unknown command, loses nothing of what failed there."""
    row = next(row for row in ROWS if row.one.MECHANISM == f"{name}_digest")
    for other in DIGESTS:
        if {name, other} & {"search", "listing", "git_log", "source"}:  # those go by the command alone
            continue
        for one in samples(other)[:12]:
            after, _ = row.one.apply(one.text, row.context())

            assert lost(one.text, after, one.truth) == [], one.path


@pytest.mark.parametrize("name", DIGESTS)
def test_whole_chain_loses_nothing(name: str) -> None:
    """What all filters of a command's output leave, one after the other, and that it was this digest that knew it."""
    row = next(row for row in ROWS if row.one.MECHANISM == f"{name}_digest")
    for one in samples(name):
        context = row.context(one.path.stem)
        context.words = tuple(one.truth["command"].split())
        done = steps(one.text, context)
        digests = [step.mechanism for step in done if step.mechanism.endswith("_digest")]

        assert lost(one.text, done[-1].after if done else one.text, one.truth) == [], one.path
        assert digests in ([f"{name}_digest"], []), one.path


@pytest.mark.parametrize("name", DIGESTS)
@pytest.mark.parametrize("unit", ["a: ", " | ", "1-", "a/", " at (", "[ ", '"', "- ", "a  ", "\x1b[1", "x ... ok "])
def test_hostile_lines_end(name: str, unit: str) -> None:
    """Behind a sample, lines just short enough to be judged, made of what patterns look for: this test ends."""
    row = next(row for row in ROWS if row.one.MECHANISM == f"{name}_digest")
    one = min(samples(name), key=lambda one: len(one.text))
    text = one.text + "\n".join([unit * (9_990 // len(unit))] * 20) + "\n" + unit * 100_000

    assert len(row.one.apply(text, row.context(one.path.stem))[0]) <= len(text)


@pytest.mark.parametrize("name", DIGESTS)
def test_signs_stand_in_every_known_text(name: str) -> None:
    """A digest that would change a text is among those that are loaded for it, colours being gone by then."""
    row = next(row for row in ROWS if row.one.MECHANISM == f"{name}_digest")
    for one in samples(name):
        text = plain(one.text)
        context = row.context(one.path.stem)
        if row.one.applies(context) and row.one.apply(text, context)[1]:
            assert DIGESTS[name] in candidates(text), one.path


def test_plain_text_loads_few() -> None:
    """For a text of no tool only the digests are loaded that go by the command alone."""
    few = [DIGESTS[name] for name in ("git_log", "listing", "search", "source")]

    assert candidates("nothing in particular\n" * 50) == few


def test_pointer_is_given() -> None:
    """Where somebody keeps the whole text, the first line says how to get it; where nobody does, it says nothing."""
    row = next(row for row in ROWS if row.one.MECHANISM == "pytest_digest")
    context = row.context()
    context.recover = "tally output 3f"
    text = read(HERE / "pytest_digest" / "passing-verbose.in")

    assert row.one.apply(text, context)[0].startswith(
        "[digest] pytest: 7 header lines, 294 passed tests left out; all of it: tally output 3f\n"
    )
    assert "all of it" not in row.one.apply(text, row.context())[0]


@pytest.mark.parametrize(
    ("name", "case", "said"),
    [
        ("pytest", "passing-verbose", "294 passed tests"),
        ("pytest", "failing-verbose", "298 passed tests"),
        ("unittest", "passing-verbose", "199 passed tests"),
        ("cargo_test", "passing-all", "280 passed tests"),
        ("ctest", "failing-plain", "145 passed tests"),
        ("jest", "passing-verbose", "300 passed tests"),
        ("vitest", "passing-verbose", "300 passed tests"),
        ("node_test", "passing-tap", "300 passed tests"),
        ("junit", "maven", "60 passed cases, 1 skipped case"),
    ],
)
def test_counts_are_the_tools(name: str, case: str, said: str) -> None:
    """The numbers of the first line are those of the project that was run (see lab/)."""
    one = next(one for one in samples(name) if one.path.stem == case)

    assert said in one.after.split("\n", 1)[0]


def test_diff_counts_every_hunk() -> None:
    """The sums of a diff are of all its hunks, not of the first one."""
    for one in samples("git_diff"):
        if not one.after.startswith("[digest] ") or "\x1b" in one.text:
            continue
        lines = one.text.split("\n")
        added = sum(line.startswith("+") and not line.startswith("+++ ") for line in lines)
        removed = sum(line.startswith("-") and not line.startswith("--- ") for line in lines)

        assert f", +{added} -{removed}; " in one.after.split("\n", 1)[0]


def test_a_printed_rule_hides_no_failure() -> None:
    """Where the opening rule is cut off and a test prints rules of its own, no failed id takes theirs for its section."""
    row = next(row for row in ROWS if row.one.MECHANISM == "pytest_digest")
    ids = [f"FAILED test_kiln.py::test_pot[{n}] - assert {n} == 0" for n in range(1, 9)]
    text = "\n".join(
        [
            *("test_kiln.py ........ [100%]", "=== warnings summary ===", "=== FAILURES ===", *ids),
            f"{'=' * 33} warnings summary {'=' * 33}",
            *ids,
            "8 failed, 8 passed in 0.12s\n",
        ]
    )

    assert [line for line in row.one.apply(text, row.context())[0].split("\n") if line.startswith("FAILED")] == ids * 2
