"""The house rules: sizes, names, twins, tables. docs/architecture.md says why each is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "tallystick"
MODULES = sorted(PACKAGE.rglob("*.py"))
SCRIPTS = sorted(path for folder in ("tests", "docs", "bench") for path in (ROOT / folder).rglob("*.py"))

FILE_LINES = 300
FUNCTION_LINES = 40

# A module that says nothing about its subject grows without end.
VAGUE_MODULES = {"base", "common", "core", "helper", "helpers", "misc", "util", "utils"}
VAGUE_CLASS = re.compile(r"(Manager|Handler|Helper|Processor|Data|Info|Utils|Base)$")
# Names that a library demands.
LIBRARY_CLASSES: dict[str, str] = {}

# Modules without a test file of their own, and what tests them instead.
_COMMANDS = (
    *(
        "wasted",
        "audit",
        "backup",
        "compress",
        "divert",
        "doctor",
        "forget",
        "hook",
        "install",
        "instructions",
        "launch",
        "overview",
        "output",
        "prices",
        "receipt",
        "run",
        "saved",
        "show",
        "spent",
        "statusline",
        "sync",
    ),
    *("transforms", "uninstall", "pi"),
)
_RECORDS = (
    "exhibit",
    "hooking",
    "installing",
    "mechanisms",
    "overview",
    "refreshing",
    "remark",
    "saved",
    "settings",
    "talk",
    "wasted",
)
_SIGNATURES = (
    *("abandoned_work", "cache_rebuild", "cold_start", "duplicate_inspection", "duplicate_subagent_work"),
    *("edit_oscillation", "exact_reread", "heavy_payload", "invocation_mistake", "no_state_retry", "rehydration"),
)
NO_TWIN: dict[str, str] = {
    **{f"detectors/{name}.py": f"tests/detectors/{name}/*/*.scene" for name in _SIGNATURES},
    "__main__.py": "tests/cli/*.console",
    "cli/mcp.py": "tests/mcp/test_server.py and tests/cli/mcp.console",
    "mcp/__main__.py": "tests/mcp/test_server.py",
    "mcp/protocol.py": "tests/mcp/test_server.py and mypy",
    "filters/commands/protocol.py": "tests/filters/test_rewriting.py",
    "filters/protocol.py": "tests/filters/test_properties.py",
    "mechanisms/protocol.py": "tests/test_tables.py and mypy",
    "model/comparison.py": "tests/accounting/test_pairing.py",
    "tasks/recording.py": "tests/transforms/test_opening.py",
    "statusline/children.py": "tests/statusline/test_reading.py and test_equality.py",
    **{f"cli/{name}.py": f"tests/cli/{name}*.console" for name in _COMMANDS},
    "cli/commit_trailers.py": "tests/cli/commit-trailers.console",
    **{f"model/{name}.py": "a record without behaviour" for name in _RECORDS},
}

# What costs start-up time: the layers that every command loads may import these inside functions only.
SLOW = {
    *("argparse", "collections", "dataclasses", "decimal", "enum", "functools", "json", "msgspec", "pathlib"),
    *("re", "rich", "shutil", "subprocess", "textwrap", "tomllib", "typing", "zoneinfo"),
}
QUICK_LAYERS = ("kernel", "model", "store", "reports", "filters", "commands", "digests")


def name_of(path: Path) -> str:
    """A path as the reader of a failure wants it: from the root of the checkout."""
    return str(path.relative_to(ROOT))


def parse(path: Path) -> ast.Module:
    """The syntax tree of one file of ours."""
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", MODULES + SCRIPTS, ids=name_of)
def test_file_is_short(path: Path) -> None:
    """A file has 300 lines at most, or a line `# long:` with its reason."""
    lines = path.read_text(encoding="utf-8").splitlines()
    excused = any(line.startswith("# long: ") for line in lines)

    assert excused or len(lines) <= FILE_LINES


@pytest.mark.parametrize("path", MODULES + SCRIPTS, ids=name_of)
def test_functions_are_short(path: Path) -> None:
    """A function has 40 lines at most, or a comment `# long:` with its reason."""
    lines = path.read_text(encoding="utf-8").splitlines()
    too_long = [
        f"{node.name}: {node.end_lineno - node.lineno + 1}"
        for node in ast.walk(parse(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno is not None
        and node.end_lineno - node.lineno >= FUNCTION_LINES
        and not any("# long: " in line for line in lines[node.lineno - 2 : node.end_lineno])
    ]

    assert too_long == []


@pytest.mark.parametrize("path", MODULES + SCRIPTS, ids=name_of)
def test_names_say_something(path: Path) -> None:
    """No module, folder or class has a name that would fit any other."""
    places = {path.stem.removeprefix("test_"), path.parent.name}
    classes = {node.name for node in ast.walk(parse(path)) if isinstance(node, ast.ClassDef)}
    vague = {name for name in classes - LIBRARY_CLASSES.keys() if VAGUE_CLASS.search(name)}

    assert places & VAGUE_MODULES == set()
    assert vague == set()


def has_code(path: Path) -> bool:
    """Whether a file holds more than a docstring, imports and tables of names."""
    quiet = (ast.Expr, ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.If)
    return not (path.name == "__init__.py" and all(isinstance(node, quiet) for node in parse(path).body))


def twins_of(path: Path) -> list[Path]:
    """Where a module's tests may be: one file of its name, or one of its package, in the same folder of tests/.

    A digest's are what its tool prints: `tests/filters/<tool>_digest/`.
    """
    inside = path.relative_to(PACKAGE)
    stem = inside.parent.name if path.stem == "__init__" else path.stem.strip("_")
    folder = ROOT / "tests" / inside.parent
    goldens = [ROOT / "tests" / "filters" / f"{stem}_digest"] if inside.parent.name == "digests" else []
    return [folder / f"test_{stem}.py", folder.parent / f"test_{inside.parent.name}_{stem}.py", *goldens]


@pytest.mark.parametrize("path", [path for path in MODULES if has_code(path)], ids=name_of)
def test_module_has_its_twin(path: Path) -> None:
    """Every module has a test file of its name, or a reason why not."""
    excused = NO_TWIN.get(str(path.relative_to(PACKAGE)))

    assert excused or any(twin.exists() for twin in twins_of(path))


def test_excuses_are_needed() -> None:
    """A module that has gone, or has got its test, is not excused any more."""
    stale = [
        name
        for name in NO_TWIN
        if not (PACKAGE / name).exists() or any(twin.exists() for twin in twins_of(PACKAGE / name))
    ]

    assert stale == []


def imports_at_load(body: list[ast.stmt]) -> list[str]:
    """The top packages that a module imports when it is loaded; blocks for type checkers do not run."""
    found = []
    for node in body:
        if isinstance(node, ast.Import):
            found += [alias.name.split(".")[0] for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and node.module != "__future__":
            found.append(node.module.split(".")[0])
        elif isinstance(node, ast.Try):
            found += imports_at_load(node.body)
        elif isinstance(node, ast.If) and not (isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            found += imports_at_load(node.body + node.orelse)
    return found


@pytest.mark.parametrize("path", [path for path in MODULES if path.parts[-2] in QUICK_LAYERS], ids=name_of)
def test_quick_layers_load_nothing_slow(path: Path) -> None:
    """Start-up is a feature: a layer that every command loads imports slow modules only where it needs them."""
    assert set(imports_at_load(parse(path).body)) & SLOW == set()


def test_data_holds_no_code() -> None:
    """Prices, words and samples are data: nothing in data/ can be run."""
    assert list((PACKAGE / "data").rglob("*.py")) == []


def test_nothing_is_put_off() -> None:
    """No file carries a note to do something later; that is what issues are for."""
    note = re.compile(r"\b(TO" r"DO|FIX" r"ME)\b")
    folders = (ROOT / name for name in ("src", "tests", "docs", "bench", ".ci"))
    files = [path for folder in folders for path in folder.rglob("*") if path.suffix in {".py", ".md", ".sh", ""}]
    files += [path for path in ROOT.iterdir() if path.suffix in {".md", ".toml", ""}]

    found = [name_of(p) for p in files if p.is_file() and note.search(p.read_text(encoding="utf-8", errors="replace"))]

    assert found == []
