"""Leaves of a source file its definitions: the lines that name them, each behind its number.

Python is read by `ast`, other languages by tree-sitter where its grammars are installed (`tallystick[outline]`). A file
that cannot be parsed, or of a language that nobody here reads, stays whole. Below the definitions stands how many lines
went and how to get them.

Edits lines: a number stands before each.
"""

from __future__ import annotations

from tallystick.filters.marks import OPEN, left_out, shorter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallystick.filters.context import Context
    from tallystick.filters.protocol import TreeNode

MECHANISM = "list_definitions"
BUCKET = "outline_vs_read"
KIND = "reducer"

_HEADER = 8  # lines of a definition at most: a longer list of parameters goes on elsewhere
_SCRIPT = (
    *("function_declaration", "generator_function_declaration", "class_declaration", "abstract_class_declaration"),
    *("method_definition", "interface_declaration", "type_alias_declaration", "enum_declaration", "internal_module"),
    *("abstract_method_signature", "method_signature"),
)
_FUNCTIONS = frozenset(
    {
        *("function_declaration", "generator_function_declaration", "method_definition", "method_declaration"),
        *("constructor_declaration", "function_item", "function_definition", "method", "singleton_method"),
    }
)
_C = ("function_definition", "struct_specifier", "enum_specifier", "union_specifier", "type_definition")
_KINDS = {
    "javascript": _SCRIPT,
    "typescript": _SCRIPT,
    "tsx": _SCRIPT,
    "go": ("function_declaration", "method_declaration", "type_spec"),
    "rust": (
        *("function_item", "function_signature_item", "struct_item", "enum_item", "union_item", "trait_item"),
        *("impl_item", "mod_item", "type_item", "macro_definition"),
    ),
    "java": (
        *("class_declaration", "interface_declaration", "enum_declaration", "record_declaration"),
        *("method_declaration", "constructor_declaration", "annotation_type_declaration"),
    ),
    "c": _C,
    "cpp": (*_C, "class_specifier", "namespace_definition"),
    "ruby": ("method", "singleton_method", "class", "module"),
    "bash": ("function_definition",),
}
_LANGUAGES = {
    **dict.fromkeys(("js", "jsx", "mjs", "cjs"), "javascript"),
    **dict.fromkeys(("ts", "mts", "cts"), "typescript"),
    **dict.fromkeys(("cc", "cpp", "cxx", "hpp", "hh", "hxx"), "cpp"),
    **dict.fromkeys(("c", "h"), "c"),
    **dict.fromkeys(("sh", "bash"), "bash"),
    "tsx": "tsx",
    "go": "go",
    "rs": "rust",
    "java": "java",
    "rb": "ruby",
}


def applies(context: Context) -> bool:
    """Where the name of the file says that it is of a language that we read."""
    ending = _ending(context)
    return ending in {"py", "pyi"} or ending in _LANGUAGES


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the lines of the definitions, and how many definitions there are."""
    lines = text.split("\n")
    if lines[-1].startswith(OPEN):
        return text, 0
    ending = _ending(context)
    spans = _of_python(text) if ending in {"py", "pyi"} else _of_tree(text, _LANGUAGES.get(ending, ""))
    if not spans:
        return text, 0
    shown = sorted({number for first, end in spans for number in range(first, min(end, first + _HEADER))})
    kept = [f"{number + 1:6}\t{lines[number]}" for number in shown if number < len(lines)]
    rest = len(lines) - (not lines[-1]) - len(kept)
    return shorter(text, "\n".join([*kept, left_out(rest, "lines", recover=context.recover)]), len(spans))


def _ending(context: Context) -> str:
    return context.path.rpartition("/")[2].rpartition(".")[2].lower()


def _of_python(text: str) -> list[tuple[int, int]]:
    """The lines of definitions from decorator to colon, counted from 0: the first, and the one behind the last."""
    import ast
    import warnings

    if text.count("\r") != text.count("\r\n") or "\f" in text:
        return []  # the parser counts other lines than a reader does
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    spans = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            spans.append((first - 1, max(node.lineno, node.body[0].lineno - 1)))
    return spans


def _of_tree(text: str, language: str) -> list[tuple[int, int]]:
    """The same by tree-sitter, none where it is not installed."""
    root = _parse(text, language)
    if root is None:
        return []
    kinds = _KINDS[language]
    spans = []
    for node in _nodes(root):
        if node.type in kinds and not _is_mention(node):
            spans.append((node.start_point[0], _end_of_header(node) + 1))
        elif node.type == "variable_declarator" and _is_function(node):
            spans.append((node.start_point[0], node.start_point[0] + 1))
    return spans


def _parse(text: str, language: str) -> TreeNode | None:
    try:
        tree_sitter = __import__("tree_sitter")
        package = "typescript" if language == "tsx" else language
        grammar = __import__(f"tree_sitter_{package}")
    except ImportError:
        return None
    load = getattr(grammar, f"language_{language}", None) or grammar.language
    parser = tree_sitter.Parser(tree_sitter.Language(load()))
    root: TreeNode = parser.parse(text.encode("utf-8", "surrogatepass")).root_node
    return root


def _nodes(root: TreeNode) -> Iterator[TreeNode]:
    """Every node that may hold definitions, without recursion; what a function defines for itself is its own affair."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        if node.type not in _FUNCTIONS:
            waiting.extend(node.named_children)


def _is_mention(node: TreeNode) -> bool:
    """Whether a type is only named, as in `struct kiln *k`."""
    return node.type.endswith("_specifier") and node.child_by_field_name("body") is None


def _is_function(node: TreeNode) -> bool:
    value = node.child_by_field_name("value")
    return value is not None and value.type in {"arrow_function", "function_expression", "function"}


def _end_of_header(node: TreeNode) -> int:
    """The line on which the body of a definition begins, or the definition ends."""
    body = node.child_by_field_name("body")
    if body is None:
        return node.start_point[0]
    return body.start_point[0] if body.start_point[0] > node.start_point[0] + 1 else node.start_point[0]
