"""What a set of rules for commands must have. For type checkers only; nothing imports this at run time."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Rewriter(Protocol):
        """A module of this folder."""

        KIND: str
        """What its changes are called in the ledger, before the colon: `universal:pip_install`."""

        IS_FINAL: bool
        """Whether nothing else is tried on a command that it changed: it does not run, or another one does."""

        RULES: tuple[str, ...]
        """The names of its rules."""

        def rewrite(self, command: str, words: tuple[str, ...], /) -> tuple[str, str, str] | None:
            """Return the rule that applies, the command that runs instead ("" for none), and what is said of it.

            `words` are those of one simple command; None where no rule applies.
            """
