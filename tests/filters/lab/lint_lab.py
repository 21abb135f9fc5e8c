"""ruff, mypy, tsc and eslint; the truth is their JSON, of tsc (which has none) its plain form."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from tests.filters.lab import laboratory
from tests.filters.lab.laboratory import Lab, Truth

if TYPE_CHECKING:
    from pathlib import Path

SLOPPY = """
    import os, sys
    import json
    from typing import List, Optional

    def load_NUMBER(path, strict = False):
        try:
            text = open(path).read()
        except:
            return None
        unused = json.loads(text)
        if strict == True:
            raise ValueError("cannot read %s" % path)
        return text

    def total_NUMBER(rows: List[int]) -> str:
        result = 0
        for row in rows: result += row
        return result

    class Store_NUMBER:
        def find(self, name: str) -> Optional[str]:
            return self.parts.get(name)

        def size(self) -> int:
            return len(self.find("nut"))

    lambda_NUMBER = lambda x: x
    load_NUMBER(1, 2, 3)
    "text" + 1
"""
TIDY = 'def tidy_NUMBER(count: int) -> int:\n    """Twice the count."""\n    return count * 2\n'
LOOSE = """
    interface Part { name: string; count: number }

    export function total_NUMBER(parts: Part[]): string {
      return parts.reduce((sum, part) => sum + part.count, 0)
    }

    export function find_NUMBER(parts: Part[], name) {
      const part = parts.find((one) => one.nmae === name)
      return part.count
    }

    export const made_NUMBER: Part = { name: 'nut', count: '3', colour: 'red' }
    made_NUMBER.missing()
"""
STRICT = "export function twice_NUMBER(count: number): number { return count * 2 }\n"
ESLINT = """
    export default [{ rules: { 'no-unused-vars': 'warn', 'no-undef': 'error', eqeqeq: 'error', 'prefer-const': 'warn' } }]
"""
SCRIPT = """
    let count_NUMBER = 3
    function check(value) {
      let other = 1
      if (value == count_NUMBER) return missing
      return undefinedName + value
    }
"""


def make(lab: Lab) -> None:
    """Make all samples of linters and type checkers."""
    for label, many in (("small", 1), ("some", 4), ("large", 10)):
        files = {f"parts/module_{n}.py": SLOPPY.replace("NUMBER", str(n)) for n in range(many)}
        files |= {f"parts/tidy_{n}.py": TIDY.replace("NUMBER", str(n)) for n in range(many)}
        _python(lab, label, {"parts/__init__.py": "", **files})
        scripts = {f"src/part{n}.ts": LOOSE.replace("NUMBER", str(n)) for n in range(many)}
        _tsc(lab, label, scripts)
        _eslint(lab, label, {f"src/part{n}.mjs": SCRIPT.replace("NUMBER", str(n)) for n in range(many)})
    _python(lab, "clean", {"parts/__init__.py": "", "parts/tidy.py": TIDY.replace("NUMBER", "1")})
    _tsc(lab, "clean", {"src/strict.ts": STRICT.replace("NUMBER", "1")})


def _python(lab: Lab, label: str, files: dict[str, str]) -> None:
    folder = lab.project(f"lint-{label}", files)
    _ruff(lab, label, folder)
    _mypy(lab, label, folder)


def _ruff(lab: Lab, label: str, folder: Path) -> None:
    ruff = [
        lab.python().replace("/python", "/ruff"),
        "check",
        "--no-cache",
        "--isolated",
        "--select",
        "E,F,W,B,UP,SIM,PT",
    ]
    shown = json.loads(laboratory.run(folder, [*ruff, "--output-format", "json"], merge=False)[1])
    for manner, flags in (
        ("full", []),
        ("concise", ["--output-format", "concise"]),
        ("grouped", ["--output-format", "grouped"]),
        ("colour", []),
    ):
        truth = Truth(counts={"failing": len(shown)})
        for one in shown:
            place = f"{one['filename'].removeprefix(str(folder) + '/')}:{one['location']['row']}:{one['location']['column']}"
            place = place.partition(":")[2] if manner == "grouped" else place
            truth.fail(one["code"] or "", one["message"], place)
        found = laboratory.run(folder, [*ruff, *flags], more=({"FORCE_COLOR": "1"} if manner == "colour" else {}))
        laboratory.keep("ruff_digest", f"{label}-{manner}", " ".join(["ruff", "check", *flags]), found, truth)


def _mypy(lab: Lab, label: str, folder: Path) -> None:
    mypy = [lab.python(), "-m", "mypy", "--strict", "--cache-dir=/dev/null"]
    events = laboratory.run(folder, [*mypy, "--output", "json", "parts"], merge=False)[1]
    for manner, flags in (
        ("plain", []),
        ("pretty", ["--pretty"]),
        ("columns", ["--show-column-numbers"]),
        ("colour", ["--color-output"]),
    ):
        truth = Truth()
        for line in (line for line in events.splitlines() if line.startswith("{")):
            one = json.loads(line)
            if one["severity"] == "error":
                column = f":{one['column'] + 1}" if manner == "columns" else ""
                wrapped = manner == "pretty"
                message = " ".join(one["message"].split()[:5]) if wrapped else one["message"]
                truth.fail(one["code"], message, f"{one['file']}:{one['line']}{column}")
        truth.counts = {"failing": len(truth.failing)}
        found = laboratory.run(
            folder,
            [*mypy, *flags, "parts"],
            more=({"MYPY_FORCE_COLOR": "1", "TERM": "xterm-256color"} if manner == "colour" else {}),
        )
        laboratory.keep("mypy_digest", f"{label}-{manner}", " ".join(["mypy", *flags, "parts"]), found, truth)


def _tsc(lab: Lab, label: str, files: dict[str, str]) -> None:
    settings = '{"compilerOptions": {"strict": true, "noEmit": true, "target": "es2022"}, "include": ["src"]}'
    folder = lab.project(f"ts-{label}", {"tsconfig.json": settings, **files})
    plain = laboratory.run(folder, [lab.node("tsc"), "--pretty", "false"])
    for manner, flags in (("plain", ["--pretty", "false"]), ("pretty", ["--pretty"])):
        truth = Truth()
        for path, row, column, code, message in re.findall(
            r"(?m)^(\S+?)\((\d+),(\d+)\): error (TS\d+): (.*)$", plain[1]
        ):
            place = f"{path}({row},{column})" if manner == "plain" else f"{path}:{row}:{column}"
            truth.fail(code, message, place)
        truth.counts = {"failing": len(truth.failing)}
        found = laboratory.run(folder, [lab.node("tsc"), *flags])
        laboratory.keep("tsc_digest", f"{label}-{manner}", " ".join(["npx", "tsc", *flags]), found, truth)


def _eslint(lab: Lab, label: str, files: dict[str, str]) -> None:
    folder = lab.project(f"eslint-{label}", {"eslint.config.mjs": ESLINT, "package.json": "{}", **files})
    shown = json.loads(laboratory.run(folder, [lab.node("eslint"), "src", "--format", "json"], merge=False)[1])
    truth = Truth()
    for file in shown:
        for one in file["messages"]:
            place = f"{one['line']}:{one['column']}"
            if one["severity"] == 2:
                truth.fail(one["ruleId"], one["message"].rstrip("."), place)
            else:
                truth.warn(one["message"].rstrip("."), place)
    truth.counts = {"failing": len(truth.failing), "warnings": len(truth.warnings)}
    found = laboratory.run(folder, [lab.node("eslint"), "src", "--no-color"])
    laboratory.keep("eslint_digest", f"{label}-plain", "npx eslint src", found, truth)
