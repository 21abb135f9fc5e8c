"""What a filter must have. For type checkers and tests only; nothing imports this at run time.

Tests and the page of the filters read three paragraphs of a module's docstring, where it has them: `Lengthens:` says
when the text of a rewriter gets longer, `Edits lines:` how kept lines differ from the input's, `Not idempotent:` why a
second pass may change something.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from tallystick.filters.context import Context

    class Filter(Protocol):
        """A module of this folder or of `digests`, or one of the several `PARTS` of such a module."""

        MECHANISM: str
        """Its name in the ledger, and the folder of its goldens: `tests/filters/<mechanism>/*.in` and `*.out`."""

        BUCKET: str
        """The ledger's group of mechanisms."""

        KIND: str
        """`reducer`: its text is never longer, neither in characters nor in UTF-8 bytes; or `rewriter`."""

        def applies(self, context: Context, /) -> bool:
            """Whether there is anything for it to do here, judged without the text."""

        def apply(self, text: str, context: Context, /) -> tuple[str, int]:
            """Return the new text and how many places changed; the same text and 0 where none did.

            Never raises, whatever the text: lone surrogates, NUL, one line of a million characters. Time grows in
            proportion to the text. Equal text and context give equal results. Each line of a reducer's text is one of
            its input, byte for byte, or `marks.is_marked`; failures, errors and warnings are among them; what was
            left out is counted.
            """

    class TreeNode(Protocol):
        """What `outline` uses of a node of tree-sitter, which may not be installed."""

        type: str
        start_point: tuple[int, int]
        named_children: list[TreeNode]

        def child_by_field_name(self, name: str, /) -> TreeNode | None:
            """Return the child of this part."""
