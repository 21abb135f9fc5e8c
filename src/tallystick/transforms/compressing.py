"""Shortens texts and rewrites commands with the filters of tally and records what each did, where both texts are."""

from __future__ import annotations

from tallystick.filters.context import Context
from tallystick.kernel.steprecords import record_steps
from tallystick.kernel.transformledger import get_ledger
from tallystick.transforms.opening import warn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

REWRITES = ("universal", "test_flag")  # flags that make a program say less; "redirect" and "forbidden" are asked for


def compress(
    text: str,
    context: Context | None = None,
    *,
    command: str = "",
    chain: str = "output",
    layer: str = "harness",
    ctx: Mapping[str, object] | None = None,
) -> str:
    """Return a tool's output as a model should read it; each filter that changed it is a step of one chain of records.

    `command` is the one that printed it; a `context` says more (exit code, working folder, how to get the whole text)
    and comes instead. `chain` names the filters: `output`, `harness` (also redacts, normalises, tells repetitions),
    `stored` (redacts), `read`, `outline`, `search`. A filter that fails costs nothing: the text stays as it was.
    """
    from tallystick.filters.pipeline import CHAINS, steps

    if chain not in CHAINS:
        raise ValueError(f"there is no chain {chain!r}; there are {', '.join(CHAINS)}")
    known = context or _context_of(command, chain)
    try:
        done = steps(text, known, chain)
    except Exception as error:  # noqa: BLE001 - whatever a filter stumbles over, the host goes on with its text
        warn(f"A text was not compressed: {type(error).__name__}: {error}")
        return text
    if not done:
        return text
    record_steps(
        get_ledger(),
        ((step.bucket, step.mechanism, step.before, step.after, step.count) for step in done),
        layer=layer,
        surface=known.surface,
        ctx={"tool_name": known.tool, **(ctx or {})},
    )
    return done[-1].after


def rewrite(
    command: str,
    kinds: Iterable[str] = REWRITES,
    *,
    layer: str = "harness",
    ctx: Mapping[str, object] | None = None,
) -> tuple[str, str]:
    """Return the command to run instead, "" for none, and what to tell the model instead of its output, "" for nothing.

    Only one simple command is ever touched. What became of it, rule by rule, is a chain of records on the surface
    `execution_command`; a refusal is one on `tool_output`, and says nothing of what the command would have printed.
    """
    from tallystick.filters.rewriting import changes

    try:
        done = changes(command, kinds)
    except Exception as error:  # noqa: BLE001 - see compress
        warn(f"A command was not rewritten: {type(error).__name__}: {error}")
        return command, ""
    last = {change.surface: change.after for change in done}
    for surface in last:
        made = [change for change in done if change.surface == surface]
        steps = ((change.bucket, change.mechanism, change.before, change.after, 1) for change in made)
        record_steps(get_ledger(), steps, layer=layer, surface=surface, ctx=ctx)
    return last.get("execution_command", command), last.get("tool_output", "")


def _context_of(command: str, chain: str) -> Context:
    from tallystick.filters.shell import simple_words, without_settings

    words = without_settings(simple_words(command)) if command else ()
    return Context(words=words, surface="stored_tool_output" if chain == "stored" else "tool_output")
