"""Invented text for the corpus, escaped for JSON once and sliced ever after: that is what makes the generator fast."""

from __future__ import annotations

import json
from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

LINES = 6000
WORDS = [
    "ash",
    "bark",
    "cone",
    "damp",
    "ember",
    "flue",
    "glaze",
    "grog",
    "hearth",
    "iron",
    "jar",
    "kiln",
    "lime",
    "mica",
    "notch",
    "ochre",
    "pug",
    "quartz",
    "raku",
    "salt",
    "slip",
    "throw",
    "umber",
    "vent",
    "wedge",
    "yard",
    "zinc",
    "count",
    "fold",
    "join",
    "keep",
    "lift",
    "mark",
    "note",
    "open",
    "pack",
    "read",
    "sort",
    "test",
    "turn",
    "walk",
    "write",
    "the",
    "of",
    "to",
    "and",
    "in",
    "is",
    "that",
    "it",
    "as",
    "was",
    "on",
    "are",
    "by",
    "this",
    "with",
    "from",
    "or",
    "an",
    "be",
    "at",
    "not",
    "all",
    "one",
    "when",
    "has",
    "had",
    "into",
    "over",
]
JOINT = b"\\n"


def escaped(text: str) -> bytes:
    """A text as it stands between the quotes of JSON, letters unescaped as the client writes them."""
    return json.dumps(text, ensure_ascii=False)[1:-1].encode()


class Text:
    """Pools of lines and sentences; a piece is a run of them from a random place."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.lines = [escaped(self._line()) for _ in range(LINES)] * 2
        self.sentences = [escaped(self._sentence()) for _ in range(LINES)] * 2
        self.line_ends = list(accumulate(len(line) + 2 for line in self.lines))
        self.sentence_ends = list(accumulate(len(sentence) + 1 for sentence in self.sentences))
        self.numbers = [f"{number:6d}\u2192".encode() for number in range(1, 4000)]

    def _line(self) -> str:
        random = self.random
        words = " ".join(random.choices(WORDS, k=random.randrange(2, 12)))
        shape = random.random()
        if shape < 0.2:
            words = f'{words} = "{random.choice(WORDS)}-{random.randrange(65536):04x}"'
        elif shape < 0.27:
            words += " # \u00e9mail \u2192 \u6599"
        elif shape < 0.33:
            words += f" C:\\kiln\\{random.randrange(1 << 20):x}"
        elif shape < 0.55:
            words = f"{words}({random.choice(WORDS)}, {random.choice(WORDS)}[{random.randrange(99)}])"
        return "    " * random.choice((0, 1, 1, 2, 2, 3)) + words

    def _sentence(self) -> str:
        return " ".join(self.random.choices(WORDS, k=self.random.randrange(6, 20))).capitalize() + "."

    def run(self, pool: list[bytes], ends: list[int], size: int) -> list[bytes]:
        """About `size` bytes of a pool, at least one piece."""
        start = self.random.randrange(LINES)
        stop = bisect_right(ends, ends[start] + size)
        return pool[start : max(stop, start + 1)]

    def code(self, size: int) -> list[bytes]:
        """Lines of a file or of a program's output; the first is like no other, so that few payloads are alike."""
        return [b"# %x" % self.random.getrandbits(40), *self.run(self.lines, self.line_ends, size)]

    def prose(self, size: int) -> bytes:
        """Sentences."""
        return b" ".join(self.run(self.sentences, self.sentence_ends, size))

    def numbered(self, lines: list[bytes]) -> bytes:
        """Lines as a reading tool shows them."""
        return JOINT.join(map(bytes.__add__, self.numbers, lines))


def payload_size(random: Random) -> int:
    """The size of a result: mostly small, seldom large."""
    shape = random.random()
    if shape < 0.45:
        return random.randrange(40, 900)
    if shape < 0.80:
        return random.randrange(900, 6000)
    return random.randrange(6000, 16000) if shape < 0.93 else random.randrange(10000, 60000)
