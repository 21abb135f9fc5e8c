"""JUnit-style XML, as pytest, jest, node, ctest and Maven write it; the truth is an XML parser's reading of the same."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from tests.filters.lab import laboratory, native_lab, node_lab, pytest_lab
from tests.filters.lab.laboratory import Lab, Truth

if TYPE_CHECKING:
    from pathlib import Path

MAVEN = """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuite xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="3.0" name="org.example.PartsTest" time="0.05" tests="CASES" errors="1" skipped="1" failures="1">
      <properties>
        <property name="java.specification.version" value="17"/>
        <property name="sun.jnu.encoding" value="UTF-8"/>
      </properties>
    PASSED
      <testcase name="countsParts" classname="org.example.PartsTest" time="0.01">
        <failure message="expected: &lt;3&gt; but was: &lt;4&gt;" type="org.opentest4j.AssertionFailedError"><![CDATA[org.opentest4j.AssertionFailedError: expected: <3> but was: <4>
    	at org.example.PartsTest.countsParts(PartsTest.java:21)
    ]]></failure>
        <system-out><![CDATA[counting parts
    ]]></system-out>
      </testcase>
      <testcase name="reads &quot;a > b&quot;" classname="org.example.PartsTest" time="0.01">
        <error message="no such file" type="java.io.IOException">java.io.IOException: no such file
    	at org.example.PartsTest.reads(PartsTest.java:33)
    </error>
      </testcase>
      <testcase name="scans" classname="org.example.PartsTest" time="0.0"><skipped message="needs a scanner"/></testcase>
    </testsuite>
"""
PASSED = '  <testcase name="adds[NUMBER]" classname="org.example.PartsTest" time="0.01"/>'


def make(lab: Lab) -> None:
    """Make all samples of reports."""
    files = {"src/stock.py": pytest_lab.STOCK, "pyproject.toml": pytest_lab._SETTINGS}
    good = pytest_lab.GOOD.format(name="bolt", count=150)
    _pytest(lab, "pytest-failing", {**files, "tests/test_bolt.py": good, "tests/test_orders.py": pytest_lab.FAILS})
    _pytest(lab, "pytest-passing", {**files, "tests/test_bolt.py": good})
    _node(lab)
    _ctest(lab)
    passed = "\n".join(PASSED.replace("NUMBER", str(number)) for number in range(60))
    text = lab.project("maven", {"report.xml": MAVEN}) / "report.xml"
    shown = text.read_text().replace("PASSED", passed).replace("CASES", "63")
    _keep("maven", shown)


def _pytest(lab: Lab, name: str, files: dict[str, str]) -> None:
    folder = lab.project(f"report-{name}", files)
    laboratory.run(folder, [lab.python(), "-m", "pytest", "-q", "-p", "no:cacheprovider", "--junitxml=report.xml"])
    _keep(name, (folder / "report.xml").read_text())


def _node(lab: Lab) -> None:
    folder = node_lab._projects(lab, "node", node_lab.NODE, "it")["failing"]
    words = ["node", "--test", "--test-reporter=junit", "test/"]
    _keep("node", laboratory.run(folder, words, merge=False)[1])


def _ctest(lab: Lab) -> None:
    numbers = "\n".join(f'add_test(NAME "case_{n}" COMMAND tester {n})' for n in range(40))
    listing = f"cmake_minimum_required(VERSION 3.20)\nproject(parts C)\nenable_testing()\nadd_executable(tester tester.c)\n{numbers}\n"
    folder = lab.project("report-ctest", {"tester.c": native_lab.TESTER, "CMakeLists.txt": listing})
    for words in (["cmake", "-S", ".", "-B", "build"], ["cmake", "--build", "build"]):
        laboratory.run(folder, words)
    report: Path = folder / "report.xml"
    laboratory.run(folder, ["ctest", "--test-dir", "build", "--output-junit", str(report)])
    _keep("ctest", report.read_text())


def _keep(name: str, text: str) -> None:
    truth = Truth()
    cases = list(ET.fromstring(text.encode()).iter("testcase"))
    for case in cases:
        for problem in (*case.findall("failure"), *case.findall("error")):
            truth.fail(laboratory.as_attribute(case.get("name", "")), "")
            truth.keep += [
                line
                for line in (problem.text or "").splitlines()[:1]
                if "<" not in line and "&" not in line and '"' not in line
            ]
    truth.counts = {"tests": len(cases), "failing": len(truth.failing)}
    laboratory.keep("junit_digest", name, "cat report.xml", (0, text), truth)
