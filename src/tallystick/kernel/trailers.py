"""The block of trailers on a commit: what it says, in which order, and which lines of a message are such a block.

What is unknown is left out. Nothing of it says who, where or which session.
"""

from __future__ import annotations

from tallystick.kernel.tracker import percent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

KEYS = ("Tokens-In", "Tokens-Out", "Tokens-Window", "Savings", "Model")
KEEP, WRITE, RESTAMP = "keep", "write", "restamp"
_TOKENS = frozenset(key.lower().encode() for key in KEYS[:3])
_LONGEST_MODEL = 128


class Figures:
    """What a session spent so far: tokens of its main thread, what it saved of all that it would have sent (percent),
    its model; None is unknown. `window` is how much of a larger transcript was read (bytes), 0 where all was.
    """

    __slots__ = ("model", "output", "prompt", "savings", "window")

    def __init__(self) -> None:
        self.prompt: int | None = None
        self.output: int | None = None
        self.window = 0
        self.savings: int | None = None
        self.model: str | None = None

    def lines(self) -> list[bytes]:
        """Return the block, without line ends. One that nobody could tell from words of others is none."""
        if self.prompt is None and (self.model is None or not _is_known(self.model.encode())):
            return []
        shown: tuple[object, ...] = (
            self.prompt,
            self.output,
            window_text(self.window) if self.window and self.prompt is not None else None,
            None if self.savings is None else f"{self.savings}%",
            self.model,
        )
        return [f"{key}: {value}".encode() for key, value in zip(KEYS, shown, strict=True) if value is not None]


def window_text(size: int) -> str:
    """Return what the figures cover where a transcript was larger than what was read of it (bytes)."""
    amount = f"{size >> 20} MiB" if size % (1 << 20) == 0 else f"{size} bytes"
    return f"last {amount} of a larger transcript"


def share(saved: int, actual: int) -> int | None:
    """Return what was saved of all that would have been sent (tokens), in percent: from 1 to 100, None for nothing."""
    if saved <= 0 or actual <= 0:
        return None
    return max(1, percent(saved, actual + saved))


def public_model(model: str) -> str | None:
    """Return a model's name as a commit may show it: one plain word, and of an ARN only what names the model."""
    if model.startswith("arn:"):
        from tallystick.kernel.models import take_apart

        model = next((one for one in take_apart(model).ids if not one.startswith("arn:")), "")
    is_plain = model.isascii() and model.isprintable() and " " not in model
    return model if is_plain and 0 < len(model) <= _LONGEST_MODEL else None


def policy(source: str, *, is_rebasing: bool, is_replayed: bool) -> str:
    """Return what is to become of a message by its source, the word that git hands to the hook.

    A rebase keeps what it replays. A message that comes from another commit (a cherry-pick, a revert, an amend) loses
    that one's block and gets one of this session; a merge and a squash have none.
    """
    if is_rebasing:
        return KEEP
    if is_replayed:
        return RESTAMP
    return {"merge": KEEP, "squash": KEEP, "commit": RESTAMP}.get(source.strip(), WRITE)


def is_autosquash(subject: bytes) -> bool:
    """Say whether a commit is there to be folded into another one."""
    return subject.startswith((b"fixup! ", b"squash! ", b"amend! "))


def find(paragraph: Sequence[bytes]) -> set[int]:
    """Return which lines of a paragraph are of such a block.

    `Savings` and `Model` are words that others use too: they are ours behind a line of ours, and else where the model
    is one of the client's own. A line that goes on from one of ours is ours as well.
    """
    found: set[int] = set()
    words = [_take_apart(line) for line in paragraph]
    for number, (key, value) in enumerate(words):
        is_next = number - 1 in found
        if paragraph[number][:1] in {b" ", b"\t"}:
            is_ours = is_next
        elif key == b"savings":
            is_ours = is_next or (number + 1 < len(words) and _names_client(*words[number + 1]))
        elif key == b"model":
            is_ours = is_next or _names_client(key, value)
        else:
            is_ours = key in _TOKENS
        if is_ours:
            found.add(number)
    return found


def _take_apart(line: bytes) -> tuple[bytes, bytes]:
    key, colon, value = line.partition(b":")
    return (key.strip().lower(), value) if colon else (b"", b"")


def _names_client(key: bytes, value: bytes) -> bool:
    return key == b"model" and _is_known(value)


def _is_known(model: bytes) -> bool:
    return b"claude" in model.lower()
