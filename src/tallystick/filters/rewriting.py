"""What the rules for commands make of one, and each change as the ledger has it. Pure; nothing is run.

A command that is refused has two changes: the command that does not run, and what is said instead of its output.
"""

from __future__ import annotations

from tallystick.filters.commands import COMMANDS
from tallystick.filters.shell import simple_words, without_settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tallystick.filters.commands.protocol import Rewriter

BUCKET, REFUSAL_BUCKET = "bash_command_transform", "command_intervention"
_MOST = 8  # changes of one command: no kind of rules has as many flags


class Change:
    """One rule's change; `before` and `after` are commands on `execution_command` and results on `tool_output`."""

    __slots__ = ("after", "before", "bucket", "mechanism", "surface")

    def __init__(self, *, bucket: str, mechanism: str, surface: str, before: str, after: str) -> None:
        self.bucket = bucket
        self.mechanism = mechanism
        self.surface = surface
        self.before = before
        self.after = after


def changes(command: str, kinds: Iterable[str]) -> list[Change]:
    """Return what the rules of these kinds do to a command, in order; none where it stays what it is."""
    wanted = set(kinds)
    done: list[Change] = []
    for kind, module in COMMANDS.items():
        if kind not in wanted:
            continue
        rules: Rewriter = __import__(module, fromlist=["rewrite"])
        for _ in range(_MOST):
            words = without_settings(simple_words(command))
            found = rules.rewrite(command, words) if words else None
            if found is None:
                break
            rule, after, said = found
            done.append(_change(f"{kind}:{rule}", command, after))
            if said and not after:
                done.append(_refusal(f"redirect_refusal:{rule}", said))
            if rules.IS_FINAL:
                return done
            command = after
    return done


def rewritten(command: str, kinds: Iterable[str]) -> str:
    """Return the command that runs in the end, "" where none does."""
    last = [change.after for change in changes(command, kinds) if change.surface == "execution_command"]
    return last[-1] if last else command


def _change(mechanism: str, before: str, after: str) -> Change:
    return Change(bucket=BUCKET, mechanism=mechanism, surface="execution_command", before=before, after=after)


def _refusal(mechanism: str, said: str) -> Change:
    return Change(bucket=REFUSAL_BUCKET, mechanism=mechanism, surface="tool_output", before="", after=said)
