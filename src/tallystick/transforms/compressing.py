"""Shortens a text with the filters of tally and records what each of them did: here both values are owned."""

from __future__ import annotations

from tallystick.kernel.steprecords import record_steps
from tallystick.kernel.transformledger import get_ledger
from tallystick.transforms.opening import warn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def compress(
    text: str,
    *,
    words: Sequence[str] = (),
    exit_code: int | None = None,
    tool: str = "Bash",
    cwd: str = "",
    recover: str = "",
    surface: str = "tool_output",
    layer: str = "harness",
    ctx: Mapping[str, object] | None = None,
) -> str:
    """Return a tool's output as a model should read it; each filter that changed it is a step of one chain.

    `words` are those of the one simple command that was run (`("cargo", "test")`), `cwd` is where; `recover`
    says how to get the whole text, where something is left out. A filter that fails costs nothing: the text stays.
    """
    from tallystick.filters.context import Context
    from tallystick.filters.pipeline import steps

    context = Context(words=tuple(words), exit_code=exit_code, surface=surface, tool=tool, cwd=cwd, recover=recover)
    try:
        done = steps(text, context)
    except Exception as error:  # noqa: BLE001 - whatever a filter stumbles over, the host goes on with its text
        warn(f"A text was not compressed: {type(error).__name__}: {error}")
        return text
    if not done:
        return text
    record_steps(
        get_ledger(),
        ((step.bucket, step.mechanism, step.before, step.after, step.count) for step in done),
        layer=layer,
        surface=surface,
        ctx={"tool_name": tool, **(ctx or {})},
    )
    return done[-1].after
