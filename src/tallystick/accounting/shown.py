"""What Claude Code shows its model of a command's output, as 2.1.332 does it by default.

Of one that succeeded 30,000 characters; of a longer one two thousand and where the rest is. Of one that failed the
first and the last five thousand of as many.
"""

from __future__ import annotations

INLINE = 30_000  # characters
PREVIEW = 2000  # characters
_FAILED = 10_000  # characters, with the line that says how it ended


def shown(text: str, *, failed: bool = False) -> str:
    """Return what is shown of an output; the path of a file that has the rest is not known here, and left out."""
    if failed:
        return text if len(text) <= _FAILED else _cut(text[:INLINE])
    return text if len(text) <= INLINE else persisted(text, "", len(text.encode("utf-8", "surrogatepass")))


def _cut(text: str) -> str:
    half = _FAILED // 2
    return f"{text[:half]}\n\n... [{len(text) - _FAILED} characters truncated] ...\n\n{text[-half:]}"


def persisted(output: str, path: str, size: int) -> str:
    """Return what is shown of an output (bytes) that the client keeps at a path."""
    head = output[:PREVIEW]
    end = head.rfind("\n")
    preview = head[:end] if end > PREVIEW // 2 else head
    return (
        f"<persisted-output>\nOutput too large ({_size(size)}). Full output saved to: {path}\n\n"
        f"Preview (first 2KB):\n{preview}\n...\n</persisted-output>"
    )


def _size(size: int) -> str:
    for unit, bytes_ in (("GB", 1 << 30), ("MB", 1 << 20), ("KB", 1 << 10)):
        if size >= bytes_:
            return f"{size / bytes_:.1f}".removesuffix(".0") + unit
    return f"{size} bytes"
