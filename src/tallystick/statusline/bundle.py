"""All modules of a render in one file: finding and opening each by itself would take longer than the render.

The file lies with the compiled modules, and holds what they were compiled from: as soon as one source is another one it
is not used, and the next render that ends leaves a new one.
"""

from __future__ import annotations

import _json
import sys
from _ast import AST, AnnAssign, Assign, If, Name, Pass
from marshal import dumps
from posix import W_OK, access, stat

from tallystick.kernel.files import put, read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import CodeType

_PACKAGE = __file__.rpartition("/")[0].rpartition("/")[0]
PATH = f"{_PACKAGE}/statusline/__pycache__/hot.{sys.implementation.cache_tag}"
_HEAD = 4096  # bytes, of which the entry knows
_MOST = 1 << 20
_TREE = 0x400  # `ast.PyCF_ONLY_AST`; `ast` itself is not needed for more

# In an order in which each finds those it imports: `base` is for every render, the others for their layout.
GROUPS = {
    "base": (
        "",
        "statusline",
        "kernel",
        "kernel.segments",
        "kernel.display",
        "kernel.styled",
        "kernel.layouts",
        "kernel.places",
        "kernel.hotconfig",
        "kernel.snapshot",
        "kernel.jsontext",
        "kernel.tracker",
        "kernel.sessionfold",
        "kernel.sessionstate",
        "kernel.files",
        "kernel.sessionids",
        "kernel.intake",
        "kernel.pruning",
        "statusline.door",
        "statusline.notes",
        "statusline.statefile",
        "statusline.session",
    ),
    "full": (
        "kernel.money",
        "kernel.variants",
        "kernel.pricing",
        "kernel.models",
        "kernel.hotprices",
        "kernel.usage",
        "kernel.responses",
        "kernel.times",
        "kernel.transcript",
        "kernel.segments.title",
        "kernel.segments.fill",
        "kernel.segments.estimate",
        "kernel.segments.tokens",
        "kernel.segments.tools",
        "kernel.segments.session",
        "statusline.children",
        "statusline.keeper",
        "statusline.reading",
        "statusline.totals",
        "statusline.upkeep",
    ),
    "line": (
        "kernel.money",
        "kernel.savings",
        "kernel.savingsfile",
        "kernel.sessionlinks",
        "kernel.gitfiles",
        "kernel.ghhosts",
        "kernel.segments.version",
        "kernel.segments.project",
        "kernel.segments.login",
        "kernel.segments.account",
        "kernel.segments.model",
        "kernel.segments.context",
        "kernel.segments.cost",
        "kernel.segments.limits",
        "kernel.segments.savings",
        "statusline.looks",
    ),
}

# Runs in the entry, which has opened the file as `bundle` and knows nothing else. A module that is there already stays.
_LOAD = """
package = here.rpartition("/")[0]
modules, kind = sys.modules, type(sys)
if "__future__" not in modules:
    modules["__future__"] = kind("__future__")
    modules["__future__"].annotations = None  # all that is ever asked of it
if "_json" not in modules:  # whoever looks for it reads the names of all modules of Python first
    try:
        import _imp

        class spec:
            name, origin = "_json", SCANNER

        found = _imp.create_dynamic(spec)
        _imp.exec_dynamic(found)
        modules["_json"] = found
    except (AttributeError, ImportError):
        pass


def preload(group):
    from posix import stat

    at, size = PLACES[group]
    try:
        stamps, found = loads(pread(bundle, size, at))
    except (EOFError, TypeError, ValueError):
        return False
    for place, mtime, length in stamps:
        source = stat(package + place)
        if source.st_mtime_ns != mtime or source.st_size != length:
            return False
    for name, place, code in found:
        if name in modules:
            continue
        module = modules[name] = kind(name)
        module.__file__ = package + place
        above, _, short = name.rpartition(".")
        module.__package__ = above
        if place.endswith("/__init__.py"):
            module.__package__ = name
            module.__path__ = [module.__file__[:-12]]
        exec(code, module.__dict__)
        if above:
            setattr(modules[above], short, module)
    return True


if preload("base"):
    modules["tallystick"].preload = preload
"""


def _place(name: str) -> str:
    """Return where below the package a module lies."""
    path = "/" + name.replace(".", "/") if name else ""
    return f"{path}/__init__.py" if name in {"", "kernel", "kernel.segments", "statusline"} else f"{path}.py"


def _group(names: tuple[str, ...]) -> bytes:
    """Return what a group needs: the stamps of its sources, and its modules in their order."""
    stamps, modules = [_stamp("/statusline/bundle.py")], []
    for name in names:
        place = _place(name)
        path = _PACKAGE + place
        stamps.append(_stamp(place))
        source = read_file(path.encode(), _MOST) or b""
        modules.append((f"tallystick.{name}".rstrip("."), place, _compiled(source, path)))
    return dumps((stamps, modules))


def _stamp(place: str) -> tuple[str, int, int]:
    found = stat(_PACKAGE + place)
    return place, found.st_mtime_ns, found.st_size


def _compiled(source: bytes, path: str) -> CodeType:
    """Return a module's code without what no render asks for, a third of it: types, docstrings, numbers of lines."""
    tree = compile(source, path, "exec", _TREE, dont_inherit=True)
    _strip(tree)
    return _without_lines(compile(tree, path, "exec", dont_inherit=True, optimize=2))


def _strip(node: AST) -> None:
    for name in node._fields:
        value = getattr(node, name, None)
        if isinstance(value, list):
            value[:] = [kept for one in value for kept in _kept(one)]
            if name == "body" and not value:
                value.append(Pass(lineno=node.lineno, col_offset=0))  # type: ignore[attr-defined]
        elif name in {"annotation", "returns"}:
            setattr(node, name, None)
        elif isinstance(value, AST):
            _strip(value)


def _kept(node: object) -> Iterator[object]:
    if isinstance(node, If) and isinstance(node.test, Name) and node.test.id == "TYPE_CHECKING":
        return
    if isinstance(node, AnnAssign):
        if node.value is None:
            return
        node = Assign([node.target], node.value, lineno=node.lineno, col_offset=node.col_offset)
    if isinstance(node, AST):
        _strip(node)
    yield node


def _without_lines(code: CodeType) -> CodeType:
    consts = tuple(_without_lines(one) if isinstance(one, type(code)) else one for one in code.co_consts)
    return code.replace(co_consts=consts, co_linetable=b"")


def build() -> bytes:
    """Return the file's content for the sources as they are now."""
    groups = {group: _group(names) for group, names in GROUPS.items()}
    places, at = {}, _HEAD
    for group, data in groups.items():
        places[group] = (at, len(data))
        at += len(data)
    names = f"PLACES, SCANNER = {places!r}, {getattr(_json, '__file__', '')!r}\n"
    head = dumps(compile(names + _LOAD, PATH, "exec", dont_inherit=True, optimize=2))
    return head.ljust(_HEAD, b"\0") + b"".join(groups.values())


def renew() -> bool:
    """Leave the file for the renders to come; say whether it could be."""
    if not access(PATH.rpartition("/")[0], W_OK):
        return False
    return put(PATH.encode(), build(), 0o644)
