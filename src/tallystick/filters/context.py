"""What a filter may know of a text beside the text itself: plain values that its caller looked up."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

SURFACES = (
    *("execution_command", "tool_output", "tool_output_fragment", "stored_tool_output"),
    *("context_render", "injected_message"),
)


# Programs that print what is in a file or behind an address: somebody asked for it as it is.
_CONTENT = frozenset(
    {
        *("cat", "bat", "head", "tail", "less", "more", "nl", "tac", "sed", "awk", "gawk", "cut", "jq", "yq", "diff"),
        *("xxd", "hexdump", "od", "base64", "strings", "column", "paste", "sort", "uniq", "curl", "http", "printf"),
        *("echo", "man", "zcat", "xmllint", "sqlite3", "psql", "mysql"),
    }
)
_CONTENT_OF_GIT = frozenset(
    {
        *("show", "cat-file", "blame", "annotate", "diff", "diff-tree", "diff-index", "diff-files", "range-diff"),
        *("format-patch", "grep"),
    }
)
_PATCH_OF_GIT = (
    *("-p", "-u", "-U", "--patch", "--unified", "-W", "--function-context", "-L", "--cc", "-c", "--word-diff"),
)
_READERS = frozenset({"Read", "NotebookRead", "WebFetch"})


class Limits:
    """Bounds in characters, lines and entries, each with the default of the house."""

    __slots__ = ("head_percent", "max_chars", "max_entries", "page_entries", "similar_chars", "sink_chars")

    def __init__(
        self,
        *,
        max_chars: int = 80_000,
        head_percent: int = 40,
        similar_chars: int = 40_000,
        sink_chars: int = 0,
        page_entries: int = 25,
        max_entries: int = 50,
    ) -> None:
        self.max_chars = max_chars  # a longer text is cut to its head and tail
        self.head_percent = head_percent  # how much of what is kept is head
        self.similar_chars = similar_chars  # lines that are merely alike are collapsed in longer texts only
        self.sink_chars = sink_chars  # a longer text is replaced by its ends and a pointer; 0: never
        self.page_entries = page_entries  # matches or paths a page
        self.max_entries = max_entries  # more paths than this are too broad a search


class Context:
    """Where a text comes from. Whatever is unknown keeps its default, and filters that need it stay away.

    `words` are those of the one simple command whose output this is, without what stands around the program
    (`programs.bare_words`): `("cargo", "test", "-q")`. `recover` says how to get the whole text (a command, a path) and
    depends on nothing but its bytes. `seen` are earlier outputs: their key to what they are called.
    """

    __slots__ = (
        "cwd",
        "exit_code",
        "file_lines",
        "limits",
        "offset",
        "page",
        "path",
        "pattern",
        "real_cwd",
        "recover",
        "rows",
        "seen",
        "surface",
        "tool",
        "words",
    )

    def __init__(
        self,
        *,
        words: tuple[str, ...] = (),
        exit_code: int | None = None,
        surface: str = "tool_output",
        tool: str = "Bash",
        path: str = "",
        cwd: str = "",
        real_cwd: str = "",
        recover: str = "",
        limits: Limits | None = None,
        seen: Mapping[str, str] | None = None,
        offset: int = 1,
        rows: int | None = None,
        file_lines: int | None = None,
        page: int = 1,
        pattern: str = "",
    ) -> None:
        self.words = words
        self.exit_code = exit_code
        self.surface = surface
        self.tool = tool
        self.path = path  # of the file that was read
        self.cwd = cwd
        self.real_cwd = real_cwd  # the same directory without symbolic links
        self.recover = recover
        self.limits = limits or Limits()
        self.seen = seen or {}
        self.offset = offset  # the first line that was asked for, from 1
        self.rows = rows  # how many lines were asked for; None: all
        self.file_lines = file_lines  # of the whole file
        self.pattern = pattern  # of a search for paths
        self.page = page  # of a search's results, from 1

    @property
    def is_content(self) -> bool:
        """Whether the text is content that was asked for, and not what a program says of its work."""
        if self.tool in _READERS or self.program in _CONTENT:
            return True
        if self.program != "git":
            return False
        return not _CONTENT_OF_GIT.isdisjoint(self.words[1:2]) or any(map(_is_patch, self.words[1:]))

    @property
    def program(self) -> str:
        """The program whose output this is, "" where it is unknown."""
        return self.words[0] if self.words else ""


def _is_patch(word: str) -> bool:
    """Whether a word of git asks for changed lines, in whatever verb: log -p, stash show -p, reflog -p."""
    return word.startswith(_PATCH_OF_GIT)
