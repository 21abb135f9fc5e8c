"""Regular expressions that are compiled when first used: a hot door that meets none of them does not load `re`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable


class Pattern:
    """A pattern by its source. No pattern of ours backtracks over more than one line, or over a line more than once."""

    __slots__ = ("_source", "match", "search", "sub")

    match: Callable[..., re.Match[str] | None]
    search: Callable[..., re.Match[str] | None]
    sub: Callable[..., str]

    def __init__(self, source: str) -> None:
        self._source = source

    def __getattr__(self, name: str) -> object:
        """Compile it: a slot that is still empty was asked for."""
        import re

        compiled = re.compile(self._source)
        self.match, self.search, self.sub = compiled.match, compiled.search, compiled.sub
        return getattr(compiled, name)
