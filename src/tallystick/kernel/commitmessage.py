"""A commit message as its file holds it, in bytes: what is said, and behind it git's comments and the diff of `-v`.

Line ends, encoding and every line that is not of our block stay as they are.
"""

from __future__ import annotations

from tallystick.kernel import trailers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

DEFAULT = b"#"
_AUTO = b"#;@!$%^&|:"  # those that git chooses from where core.commentChar is "auto"
_CUT = b"------------------------ >8 ------------------------"
_CONFLICTS = b"Conflicts:"
_SIGNED = b"Signed-off-by: "


class Message:
    """The lines of a message; those from `end` on are comments, blank, or behind the line where git cuts.

    Without a comment mark nothing is a comment and nothing is cut. Where comments are kept those before `end` are text.
    """

    __slots__ = ("_comment", "_keeps", "end", "lines")

    def __init__(self, data: bytes, comment: bytes | None, *, keeps: bool = False) -> None:
        self._comment = comment
        self._keeps = keeps
        self.lines = _split(data)
        self.end = self._text_end(self._cut())

    def _cut(self) -> int:
        if self._comment is not None:
            mark = self._comment + b" " + _CUT
            for number, line in enumerate(self.lines):
                if line.rstrip() == mark:
                    return number
        return len(self.lines)

    def _text_end(self, cut: int) -> int:
        """Return where the comments and blank lines begin that nothing follows; a list of conflicts without marks, as
        git once wrote it, is such a comment.
        """
        end, is_listing = -1, False
        for number, line in enumerate(self.lines[:cut]):
            if line.rstrip(b"\n") == _CONFLICTS:
                is_listing = True
            elif line.strip() and not self._is_comment(line) and not (is_listing and line.startswith(b"\t")):
                end, is_listing = -1, False
                continue
            if end < 0:
                end = number
        return end if end >= 0 else cut

    def _is_comment(self, line: bytes) -> bool:
        return self._comment is not None and line.startswith(self._comment)

    @property
    def data(self) -> bytes:
        """Return the bytes of the file."""
        return b"".join(self.lines)

    @property
    def text(self) -> bytes:
        """Return what the message says: without comments, and nothing behind its last word."""
        return b"".join(line for line in self.lines[: self.end] if self._keeps or not self._is_comment(line))

    def said(self) -> list[bytes]:
        """Return the lines that say something, without white space around them; a sign-off alone does not to git."""
        stripped = (line.strip() for line in self.text.split(b"\n"))
        return [line for line in stripped if line and not line.startswith(_SIGNED)]

    @property
    def is_one_paragraph(self) -> bool:
        """Whether no blank line stands within the text: then git takes all of it for the title."""
        return all(line.strip() for line in self.text.strip().split(b"\n"))

    def _paragraphs(self) -> Iterator[tuple[int, int]]:
        """Yield where the paragraphs behind the title start and end."""
        start, is_title = 0, True
        for number in range(self.end + 1):
            if number < self.end and self.lines[number].strip():
                continue
            if any(self._keeps or not self._is_comment(line) for line in self.lines[start:number]):
                if not is_title:
                    yield start, number
                is_title = False
            start = number + 1

    def block(self, *, has_trailers: bool) -> list[int]:
        """Return the lines of our block: those of paragraphs that are nothing else, and, where git takes the last
        paragraph for trailers, those among them.
        """
        found: list[int] = []
        for start, end in self._paragraphs():
            ours = trailers.find(self.lines[start:end])
            if len(ours) == end - start or (end == self.end and has_trailers):
                found += [start + number for number in sorted(ours)]
        return found

    def block_alone(self) -> list[int]:
        """Return the lines of our block where nothing is said beside it, none where there is more."""
        ours = trailers.find(self.lines[: self.end])
        said = self.said()
        return sorted(ours) if len(said) == len(trailers.find(said)) else []

    def without(self, numbers: Sequence[int]) -> Message:
        """Return the message without these lines, and without the blank lines above a paragraph of which nothing is
        left.
        """
        gone = set(numbers)
        for start, end in self._paragraphs():
            if gone.issuperset(range(start, end)):
                blank = start - 1
                while blank >= 0 and not self.lines[blank].strip():
                    gone.add(blank)
                    blank -= 1
        kept = b"".join(line for number, line in enumerate(self.lines) if number not in gone)
        return Message(kept, self._comment, keeps=self._keeps)

    def with_block(self, block: Sequence[bytes], *, joins: bool) -> Message:
        """Return the message with a block at the end of its text: in the last paragraph, or in one of its own."""
        before = self.lines[: self.end]
        if not before[-1].endswith(b"\n"):
            is_crlf = len(before) > 1 and before[-2].endswith(b"\r\n") and not before[-1].endswith(b"\r")
            before[-1] += b"\r\n" if is_crlf else b"\n"
        eol = b"\r\n" if before[-1].endswith(b"\r\n") else b"\n"
        apart = [] if joins else [eol]
        kept = b"".join([*before, *apart, *(line + eol for line in block), *self.lines[self.end :]])
        return Message(kept, self._comment, keeps=self._keeps)


def _split(data: bytes) -> list[bytes]:
    """Return the lines of bytes in which a lone CR ends none."""
    lines = [line + b"\n" for line in data.split(b"\n")]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines


def find_comment(data: bytes, char: bytes | None, string: bytes | None) -> bytes:
    """Return what begins a comment, by git's settings `core.commentChar` and `core.commentString` (None: not set).

    An older git knows no string: it counts where the message has a line of it. For "auto" the file itself tells what
    git chose: the mark of the line where it cuts, else what its last line starts with.
    """
    if string and (not char or any(line.startswith(string) for line in data.splitlines())):
        return string
    if char != b"auto":
        return char or DEFAULT
    lines = [line.rstrip() for line in data.splitlines() if line.strip()]
    for line in lines:
        if line[2:] == _CUT and line[:1] in _AUTO:
            return line[:1]
    return lines[-1][:1] if lines and lines[-1][:1] in _AUTO else DEFAULT
