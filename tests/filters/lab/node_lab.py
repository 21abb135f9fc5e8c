"""node --test, jest, vitest and tsc; the truth is JUnit XML, JSON or the plain form of the same run."""

from __future__ import annotations

import html
import json
import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from tests.filters.lab import laboratory
from tests.filters.lab.laboratory import Lab, Truth

if TYPE_CHECKING:
    from pathlib import Path

CART = """
    export class Cart {
      constructor(lines = []) { this.lines = lines }
      add(name, count, each) {
        if (count <= 0) throw new RangeError(`cannot add ${count} of ${name}`)
        this.lines.push({ name, count, each })
        return this
      }
      total() { return this.lines.reduce((sum, line) => sum + line.count * line.each, 0) }
      names() { return this.lines.map((line) => line.name).sort() }
    }
    export async function fetchRate(code) {
      await new Promise((done) => setTimeout(done, 1))
      if (code === 'XXX') throw new Error('no rate for XXX')
      return 1.25
    }
"""

FAILS = """
    HEAD
    import { Cart, fetchRate } from '../src/cart.mjs'

    describe('cart', () => {
      TEST('is empty at first', () => { equal(new Cart().total(), 0) })
      TEST('adds up', () => { equal(new Cart().add('nut', 2, 5).total(), 11) })
      TEST('knows its names', () => {
        const cart = new Cart().add('nut', 1, 1).add('bolt', 1, 1)
        console.log('names are', cart.names())
        same(cart.names(), ['bolt', 'nut', 'washer'])
      })
      TEST('refuses nothing', () => { new Cart().add('nut', 0, 1) })
      TEST.skip('prints a bill', () => {})
      describe('rates', () => {
        TEST('has a rate', async () => { equal(await fetchRate('EUR'), 1.25) })
        TEST('lacks a rate', async () => { await fetchRate('XXX') })
        TEST('compares "quoted" text', () => { equal('line one\\\\nline two', 'line one\\\\nline 2') })
      })
    })
"""
GOOD = """
    HEAD
    import { Cart } from '../src/cart.mjs'

    describe('NAME', () => {
      for (let count = 1; count <= COUNT; count++) {
        TEST(`adds ${count} of NAME`, () => { equal(new Cart().add('NAME', count, 3).total(), 3 * count) })
      }
    })
"""
BROKEN = "import { nothing } from '../src/not-there.mjs'\nnothing()\n"
NODE = "import { describe, it } from 'node:test'\nimport { equal, deepEqual as same } from 'node:assert/strict'"
VITEST = (
    "import { describe, it, expect } from 'vitest'\n"
    "const equal = (a, b) => expect(a).toBe(b)\nconst same = (a, b) => expect(a).toEqual(b)"
)
JEST = "const equal = (a, b) => expect(a).toBe(b)\nconst same = (a, b) => expect(a).toEqual(b)"


def make(lab: Lab) -> None:
    """Make all samples of the three runners of JavaScript tests."""
    for tool, head, test in (("node", NODE, "it"), ("jest", JEST, "test"), ("vitest", VITEST, "it")):
        installed = head.replace("'vitest'", f"'{lab.tools}/js/node_modules/vitest/dist/index.js'")
        folders = _projects(lab, tool, installed, test)
        for label, folder in folders.items():
            _SAMPLERS[tool](lab, folder, label)


def _projects(lab: Lab, tool: str, head: str, test: str) -> dict[str, Path]:
    ending = "test.mjs"

    def fill(text: str) -> str:
        return text.replace("HEAD", head.replace("\n", "\n    ")).replace("TEST", test)

    good = {
        f"test/{name}.{ending}": fill(GOOD).replace("NAME", name).replace("COUNT", str(count))
        for name, count in (("nut", 40), ("bolt", 120), ("screw", 90), ("rivet", 50))
    }
    rest = {
        "src/cart.mjs": CART,
        "package.json": '{"name": "cart", "type": "module", "jest": {"transform": {}, "testMatch": ["**/*.test.mjs"]}}',
    }
    fails = {f"test/cart.{ending}": fill(FAILS)}
    small = {f"test/pin.{ending}": fill(GOOD).replace("NAME", "pin").replace("COUNT", "5")}
    many = {f"test/part{n}.{ending}": fill(GOOD).replace("NAME", f"part{n}").replace("COUNT", "4") for n in range(24)}
    return {
        "many": lab.project(f"{tool}-many", {**rest, **many}),
        "some": lab.project(f"{tool}-some", {**rest, **many, **fails}),
        "passing": lab.project(f"{tool}-good", {**rest, **good}),
        "failing": lab.project(f"{tool}-cart", {**rest, **good, **fails}),
        "few": lab.project(f"{tool}-few", {**rest, **fails, f"test/gone.{ending}": BROKEN}),
        "small": lab.project(f"{tool}-small", {**rest, **small}),
    }


def _node(lab: Lab, folder: Path, label: str) -> None:
    report = lab.work / "node.xml"
    for manner, flags in (
        ("spec", ["--test-reporter=spec"]),
        ("tap", ["--test-reporter=tap"]),
        ("dot", ["--test-reporter=dot"]),
        ("colour", ["--test-reporter=spec"]),
    ):
        more = ["--test-reporter-destination=stdout", "--test-reporter=junit", f"--test-reporter-destination={report}"]
        colour = {"FORCE_COLOR": "1"} if manner == "colour" else {}
        code, text = laboratory.run(folder, ["node", "--test", *flags, *more, "test/"], more=colour)
        truth = Truth()
        cases = list(ET.parse(report).iter("testcase"))
        for case in cases:
            for problem in case.findall("failure"):
                truth.fail(html.unescape(case.get("name", "")), _node_message(problem))
        truth.counts = {"tests": len(cases), "failing": len(truth.failing)}
        laboratory.keep("node_test_digest", f"{label}-{manner}", f"node --test {flags[0]} test/", (code, text), truth)


def _node_message(problem: ET.Element) -> str:
    message = re.sub(r"(?<=equal:).*", "", laboratory.first_line(problem.text or ""))  # line feeds were lost there
    return re.sub(r"^\[?Error(?: \[ERR_TEST_FAILURE\])?: |\].*$", "", message)


def _jest(lab: Lab, folder: Path, label: str) -> None:
    report = lab.work / "jest.json"
    for manner, flags in (("plain", []), ("verbose", ["--verbose"]), ("colour", ["--verbose", "--colors"])):
        report.unlink(missing_ok=True)
        words = [
            "node",
            "--experimental-vm-modules",
            "--no-warnings",
            lab.node("jest"),
            "--json",
            f"--outputFile={report}",
        ]
        found = laboratory.run(folder, [*words, "--silent=false", *flags])
        text = re.sub(r"(?m)^Test results written to: .*\n", "", found[1])
        laboratory.keep(
            "jest_digest", f"{label}-{manner}", " ".join(["npx jest", *flags]), (found[0], text), _jest_truth(report)
        )


def _vitest(lab: Lab, folder: Path, label: str) -> None:
    report = lab.work / "vitest.json"
    for manner, flags in (
        ("plain", ["--reporter=default"]),
        ("verbose", ["--reporter=verbose"]),
        ("colour", ["--reporter=verbose"]),
    ):
        report.unlink(missing_ok=True)
        words = [lab.node("vitest"), "run", *flags, "--reporter=json", f"--outputFile.json={report}"]
        found = laboratory.run(folder, words, more=({"FORCE_COLOR": "1"} if manner == "colour" else {"NO_COLOR": "1"}))
        text = re.sub(r"(?m)^JSON report written to .*\n", "", found[1])
        laboratory.keep(
            "vitest_digest", f"{label}-{manner}", f"npx vitest run {flags[0]}", (found[0], text), _jest_truth(report)
        )


def _jest_truth(report: Path) -> Truth:
    """Jest's JSON, which vitest writes too: every failed test, and every file that could not be run."""
    truth = Truth()
    shown = json.loads(report.read_text())
    for file in shown["testResults"]:
        for one in file["assertionResults"]:
            if one["status"] == "failed":
                truth.fail(one["title"], one["failureMessages"][0].removeprefix("Error: "))
        if file["status"] == "failed" and not any(one["status"] == "failed" for one in file["assertionResults"]):
            truth.fail(
                "test/" + file["name"].rsplit("/", 1)[-1],
                re.sub(r"^\W*Test suite failed to run", "", file["message"].strip()),
            )
    truth.counts = {"tests": shown["numTotalTests"], "failing": shown["numFailedTests"]}
    return truth


_SAMPLERS = {"node": _node, "jest": _jest, "vitest": _vitest}
