"""The extension as the compiler sees it, strictly, with the types that pi itself publishes."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.tools import find_tool

SOURCE = Path(__file__).parents[2] / "src" / "tallystick" / "pi" / "tallystick.ts"
OPTIONS = {
    "target": "ES2023",
    "lib": ["ES2023", "DOM"],
    "module": "NodeNext",
    "moduleResolution": "NodeNext",
    "strict": True,
    "noEmit": True,
    "skipLibCheck": True,
    "types": ["node"],
}


@pytest.mark.needs("pi", "tsc", "node")
def test_the_types_fit(tmp_path: Path) -> None:
    """And of a copy with a call that pi does not have, that is all that is found."""
    pi, compiler, node = (find_tool(name) for name in ("pi", "tsc", "node"))
    assert pi is not None
    assert compiler is not None
    assert node is not None
    modules = tmp_path / "node_modules"
    (modules / "@types").mkdir(parents=True)
    (modules / "@earendil-works").symlink_to(Path(pi) / "node_modules" / "@earendil-works")
    (modules / "@types" / "node").symlink_to(Path(compiler) / "node_modules" / "@types" / "node")
    text = SOURCE.read_text(encoding="utf-8")
    (tmp_path / "right.ts").write_text(text, encoding="utf-8")
    (tmp_path / "wrong.ts").write_text(text.replace("pi.appendEntry(", "pi.appendEntries("), encoding="utf-8")
    settings = {"compilerOptions": OPTIONS, "files": ["right.ts", "wrong.ts"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    program = Path(compiler) / "node_modules" / "typescript" / "bin" / "tsc"
    words = [node, str(program), "-p", str(tmp_path), "--pretty", "false"]
    said = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False).stdout

    assert [("wrong.ts", True)] == [(line.partition("(")[0], "'appendEntries'" in line) for line in said.splitlines()]
