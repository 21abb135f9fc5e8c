"""gcc, g++, clang and compilers that print as they do: each error with its line of source, each warning once.

Recognised by `path:line:column: error: ...` and its kin. Left out: "In function ..." lines, suggestions drawn below
the marked line, notes from the third on below one error (a template has dozens); of warnings that say the same all
but the first, whose other places follow in one line.
"""

from __future__ import annotations

from tallystick.filters import diagnostics
from tallystick.filters.sieve import Sieve, fold_same, is_digest, may_run, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "compiler_digest"
BUCKET = "structured_projection"
KIND = "reducer"


def applies(context: Context) -> bool:
    """Where the command is a compiler, runs one, or is not known."""
    return may_run(context, "gcc", "g++", "cc", "c++", "clang", "clang++", "clang-tidy", "gfortran", "emcc")


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the diagnostics, each warning once."""
    if is_digest(text) or not diagnostics.has_any(plain(text)):
        return text, 0
    sieve = Sieve(text)
    found = diagnostics.find(sieve)
    fold_same(sieve, found)
    return sieve.finish("compiler", context)
