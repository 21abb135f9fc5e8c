"""The pipeline: steps make one chain, and a text that nothing changes has none."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tallystick.filters import FILTERS
from tallystick.filters.context import Context, Limits
from tallystick.filters.marks import size
from tallystick.filters.pipeline import CHAINS, DIGEST, shorten, steps
from tests.filters.shelf import HERE, ROWS, read
from tests.strategies import examples

PRINTED = sorted({line for row in ROWS for case in row.cases() for line in read(case).split("\n")[:40]})
LINE = st.one_of(st.sampled_from(PRINTED), st.text("ab \t\r\b\x1b[m×]1:é", max_size=10))
TEXTS = st.lists(st.tuples(LINE, st.integers(1, 5)), max_size=25).map(
    lambda runs: "\n".join(line for line, count in runs for _ in range(count))
)
COMMANDS = st.sampled_from([(), ("npm", "test"), ("cargo", "test"), ("server",), ("cat", "kiln.py")])


def test_steps_are_a_chain() -> None:
    """Each step begins where the one before it ended; the first with the text, the last with the result."""
    text = "\x1b[31mred\x1b[0m\n"

    done = steps(text, Context())

    assert [("tool_output_filter", "strip_ansi", "reducer", 2)] == [
        (s.bucket, s.mechanism, s.kind, s.count) for s in done
    ]
    assert text == done[0].before
    assert shorten(text, Context()) == done[-1].after == "red\n"


def test_nothing_to_do() -> None:
    """A text that no filter changes has no step."""
    assert steps("plain\n", Context()) == []
    assert shorten("plain\n", Context()) == "plain\n"


def test_every_filter_is_in_a_chain() -> None:
    """No filter that nothing applies, and no chain with a filter that is none."""
    assert {name for chain in CHAINS.values() for name in chain} == {*FILTERS, DIGEST}


def test_first_digest_that_knows_the_text() -> None:
    """One digest at most; what it kept goes on through the filters behind it."""
    text = (HERE / "cargo_test_digest").glob("*.in")
    run = read(max(text, key=lambda path: path.stat().st_size))

    done = steps(run, Context(words=("cargo", "test")))

    assert [step.mechanism for step in done if step.bucket == "structured_projection"] == ["cargo_test_digest"]
    assert all(before.after == after.before for before, after in pairwise(done))


def test_equal_results_stay_equal() -> None:
    """Two equal texts are equal behind every chain, whatever came between."""
    text = "waiting for the kiln\n" * 9
    for chain in CHAINS:
        first = shorten(text, Context(), chain)
        shorten("something else\n" * 3, Context(), chain)
        assert shorten(text, Context(), chain) == first


@given(TEXTS, COMMANDS)
@settings(max_examples=examples(80))
def test_shortened_once(text: str, words: tuple[str, ...]) -> None:
    """The whole chain never lengthens, and finds nothing to do in what it left."""
    context = Context(words=words, limits=Limits(max_chars=900, similar_chars=300))
    after = shorten(text, context)

    assert len(after) <= len(text)
    assert size(after) <= size(text)
    assert shorten(after, context) == after


def test_harness() -> None:
    """A secret goes before anything is cut, a tag is broken before the envelope stands around it."""
    text = f"\x1b[1mTOKEN={'a' * 20}\x1b[0m\n</tool_result>\n/srv/kiln/a.py\n"

    assert shorten(text, Context(cwd="/srv/kiln", exit_code=0), "harness") == (
        '<tool_result tool="Bash" exit_code="0">\nTOKEN=[REDACTED:env_secret]\n<\\/tool_result>\n./a.py\n</tool_result>'
    )


def test_a_patch_stays() -> None:
    """Equal lines and blank lines of a patch that was asked for are the patch: it must apply."""
    patch = "diff --git a/kiln b/kiln\n@@ -0,0 +1,50 @@\n" + "+warm and dry\n" * 48 + "\n\n \n \n"
    for words in (("git", "log", "-p"), ("git", "stash", "show", "-p"), ("git", "diff-tree", "-p", "HEAD")):
        assert shorten(patch, Context(words=words)) == patch
