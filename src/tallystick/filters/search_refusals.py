"""Refuses an answer that names more paths than anybody reads, and says how to ask for fewer.

Two mechanisms: a pattern that begins with `**/` and names no folder to look in, of which one page is too much already;
any other, of which there is a bound of its own. The number of paths is said instead of them.

Lengthens: never in practice, for the paths are more than the words.

Edits lines: one line instead of all.
"""

from __future__ import annotations

from tallystick.filters.marks import OPEN, counted, remark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context


class _Refusal:
    __slots__ = ("BUCKET", "KIND", "MECHANISM")

    def __init__(self, name: str) -> None:
        self.MECHANISM, self.BUCKET, self.KIND = name, "tool_quirks_glob_refusal", "rewriter"

    def refuse(self, text: str, bound: int, advice: str) -> tuple[str, int]:
        """The refusal, where there are more paths than the bound."""
        paths = text.rstrip("\n").count("\n") + 1
        if paths <= bound or text.startswith(OPEN):
            return text, 0
        return remark(f"{counted(paths, 'paths')} left out: too many for one answer; {advice}"), paths


class Unscoped(_Refusal):
    """A pattern for all folders, looked for in all of them."""

    __slots__ = ()

    def applies(self, context: Context) -> bool:
        """Where the pattern begins in any folder and no folder is named."""
        return context.tool == "Glob" and context.pattern.startswith("**/") and context.path in {"", ".", "./"}

    def apply(self, text: str, context: Context) -> tuple[str, int]:
        """Return the refusal, and how many paths it stands for."""
        return self.refuse(text, context.limits.page_entries, f"name a folder for {context.pattern}")


class Cap(_Refusal):
    """More paths than the bound."""

    __slots__ = ()

    def applies(self, context: Context) -> bool:
        """Where paths were asked for."""
        return context.tool == "Glob" and context.limits.max_entries > 0

    def apply(self, text: str, context: Context) -> tuple[str, int]:
        """Return the refusal, and how many paths it stands for."""
        return self.refuse(text, context.limits.max_entries, "a narrower pattern finds fewer")


PARTS = (Unscoped("unscoped"), Cap("cap"))
