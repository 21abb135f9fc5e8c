"""pytest, with and without colour, narrow and wide, in most of its manners; the truth is its JUnit XML of the same run."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from tests.filters.lab import laboratory
from tests.filters.lab.laboratory import Lab, Truth

if TYPE_CHECKING:
    from pathlib import Path

MECHANISM = "pytest_digest"

STOCK = '''
    """A store of parts: counts, orders, prices."""

    import logging
    import warnings

    log = logging.getLogger(__name__)


    class OutOfStock(Exception):
        """Nothing is left."""


    class Store:
        def __init__(self, parts=None):
            self.parts = dict(parts or {})

        def take(self, name, count=1):
            log.warning("taking %s of %s", count, name)
            left = self.parts.get(name, 0)
            if left < count:
                raise OutOfStock(f"{name}: wanted {count}, have {left}")
            self.parts[name] = left - count
            return self.parts[name]

        def report(self):
            print("parts in store:", sorted(self.parts))
            return {"parts": len(self.parts), "total": sum(self.parts.values()), "names": sorted(self.parts)}


    def price(count, each, *, rebate=0):
        """Whole cents."""
        if each < 0:
            warnings.warn("a negative price", UserWarning, stacklevel=2)
        return count * each - count * each * rebate // 100


    def parse(line):
        name, _, count = line.partition("=")
        return name.strip(), int(count)


    def load(text):
        try:
            return dict(parse(line) for line in text.splitlines())
        except ValueError as error:
            raise RuntimeError("the list of parts cannot be read") from error
'''

FAILS = '''
    import pytest

    from stock import OutOfStock, Store, load, parse, price


    @pytest.fixture
    def store():
        return Store({"bolt": 10, "nut": 4})


    @pytest.fixture
    def broken():
        raise ConnectionError("the warehouse does not answer")


    def test_take(store):
        assert store.take("bolt", 3) == 7


    def test_take_too_many(store):
        """A long body, of which the failing line is the last."""
        before = store.report()
        assert before["total"] == 14
        first = store.take("bolt", 2)
        second = store.take("bolt", 2)
        third = store.take("nut", 1)
        assert (first, second, third) == (8, 6, 3)
        after = store.report()
        assert after == {"parts": 2, "total": 10, "names": ["bolt", "nut", "washer"]}


    def test_needs_warehouse(broken):
        assert broken


    def test_unread_list():
        load("bolt=3\\nnut=many")


    @pytest.mark.parametrize(
        ("line", "wanted"),
        [("a=1", ("a", 1)), ("b = 2", ("b", 2)), ("c=", ("c", 0)), ("d [x] - y=4", ("d [x] - y", 5)), ("ä=1", ("ae", 1))],
    )
    def test_parse(line, wanted):
        assert parse(line) == wanted


    def test_text():
        left = "\\n".join(f"row {n}" for n in range(8))
        assert left == left.replace("row 5", "row five")


    @pytest.mark.xfail(reason="rounding is not decided")
    def test_rounding():
        assert price(3, 33, rebate=10) == 90


    @pytest.mark.xfail(strict=True, reason="thought to fail")
    def test_passes_after_all():
        assert price(1, 1) == 1


    @pytest.mark.skip(reason="needs a scanner")
    def test_scanner():
        raise AssertionError


    class TestOrders:
        def test_empty(self):
            assert Store().report()["total"] == 0

        def test_raises(self, store):
            with pytest.raises(OutOfStock):
                store.take("bolt", 1)

        def test_negative(self):
            assert price(2, -5) == 10
'''

GOOD = """
    import pytest

    from stock import Store, parse, price


    @pytest.mark.parametrize("count", range({count}))
    def test_price_{name}(count):
        assert price(count, 7) == count * 7


    @pytest.mark.parametrize("name", ["bolt", "nut", "left-handed screw", "washer/small"])
    def test_parse_{name}(name):
        assert parse(f"{{name}}=3") == (name, 3)


    def test_take_{name}():
        assert Store({{"{name}": 2}}).take("{name}") == 1
"""

BROKEN = """
    import stock
    from stock import warehouse_of_the_moon


    def test_never_runs():
        assert warehouse_of_the_moon
"""

SYNTAX = """
    def test_never_parses(:
        pass
"""


def make(lab: Lab) -> None:
    """Make all samples of pytest."""
    good = {f"tests/test_{name}.py": GOOD.format(name=name, count=count) for name, count in _sizes().items()}
    mixed = {"src/stock.py": STOCK, "tests/test_orders.py": FAILS, "pyproject.toml": _SETTINGS}
    small = {"src/stock.py": STOCK, "tests/test_bolt.py": good["tests/test_bolt.py"], "pyproject.toml": _SETTINGS}
    passing = lab.project("parts-good", {"src/stock.py": STOCK, "pyproject.toml": _SETTINGS, **good})
    failing = lab.project("parts", {**mixed, **good})
    few = lab.project("parts-few", mixed)
    tiny = lab.project("parts-small", small)
    broken = lab.project("parts-broken", {**small, "tests/test_moon.py": BROKEN, "tests/unit/test_odd.py": SYNTAX})
    for folder, label in ((passing, "passing"), (failing, "failing")):
        for name, flags in _MANNERS.items():
            _sample(lab, folder, f"{label}-{name}", flags)
    for name in ("plain", "verbose", "quiet", "short", "line", "native", "colour", "narrow"):
        _sample(lab, few, f"few-{name}", _MANNERS[name])
        _sample(lab, tiny, f"small-{name}", _MANNERS[name])
    for name in ("plain", "quiet", "verbose"):
        _sample(lab, broken, f"collection-{name}", _MANNERS[name])
    _sample(lab, broken, "collection-continued", ["--continue-on-collection-errors", "-v"])
    _sample(lab, tiny, "none-selected", ["-k", "nothing_like_it"])
    _sample(lab, failing, "stopped", ["-x", "-v"])
    _sample(lab, failing, "parallel", ["-n", "2", "-v"])
    _sample(lab, failing, "coverage", ["--cov=src", "--cov-report=term-missing"])
    _sample(lab, failing, "reports", ["-rA"])
    _sample(lab, few, "locals", ["--showlocals", "--tb=long"])
    _sample(lab, few, "slowest", ["--durations=5", "-vv"])


_SETTINGS = """
    [tool.pytest.ini_options]
    pythonpath = ["src"]
    testpaths = ["tests"]
"""
_MANNERS: dict[str, list[str]] = {
    "plain": [],
    "verbose": ["-v"],
    "quiet": ["-q"],
    "silent": ["-qq"],
    "short": ["--tb=short", "-q", "--no-header"],
    "line": ["--tb=line"],
    "native": ["--tb=native"],
    "none": ["--tb=no", "-v"],
    "colour": ["-v", "--color=yes"],
    "narrow": ["-v", "COLUMNS=50"],
    "wide": ["-v", "COLUMNS=220"],
}


def _sizes() -> dict[str, int]:
    return {"bolt": 9, "nut": 40, "screw": 75, "washer": 120, "rivet": 25}


def _sample(lab: Lab, folder: Path, name: str, flags: list[str]) -> None:
    columns = next((flag.partition("=")[2] for flag in flags if flag.startswith("COLUMNS=")), "100")
    flags = [flag for flag in flags if not flag.startswith("COLUMNS=")]
    report = lab.work / "junit.xml"
    report.unlink(missing_ok=True)
    quiet = ["-p", "no:cacheprovider", "-o", "junit_family=xunit1", f"--junitxml={report}", "-p", "no:sugar"]
    extra = [] if "-n" in flags else ["-p", "no:xdist"]
    if not any(flag.startswith("--cov") for flag in flags):
        extra += ["-p", "no:cov"]
    code, text = laboratory.run(
        folder, [lab.python(), "-m", "pytest", *quiet, *extra, *flags], more={"COLUMNS": columns}
    )
    text = re.sub(r"(?m)^-+ generated xml file: .* -+\n", "", text)
    laboratory.keep(MECHANISM, name, " ".join(["pytest", *flags]), (code, text), read_junit(report, flags))


def read_junit(report: Path, flags: list[str]) -> Truth:
    """What pytest's XML says: every failure and error with its message, and its place where the XML has it."""
    truth = Truth()
    cases = list(ET.parse(report).iter("testcase"))
    for case in cases:
        for kind in ("failure", "error"):
            for problem in case.findall(kind):
                truth.fail(_node_id(case), _message(problem, flags), _place(problem, flags))
    truth.counts = {"tests": len(cases), "failing": len({one["id"] for one in truth.failing})}
    return truth


def _place(problem: ET.Element, flags: list[str]) -> str:
    """Where it broke: the last `file:line: Error` of the traceback, in manners that print tracebacks so."""
    if flags and {"--tb=no", "--tb=native", "--tb=line", "--tb=short"} & set(flags):
        return ""
    places = re.findall(r"(?m)^(\S+\.py:\d+): \w", problem.text or "")
    return places[-1] if places else ""


def _node_id(case: ET.Element) -> str:
    """An id as pytest prints it: the file, the classes between, the name."""
    file, name = case.get("file"), case.get("name", "")
    words = [word for word in case.get("classname", "").split(".") if word]
    if file is None or not words:  # a file that could not be collected: the name is its dotted path
        return name.replace(".", "/") + ".py"
    inside = words[len(file.removesuffix(".py").split("/")) :]
    return "::".join([file, *inside, name])


def _message(problem: ET.Element, flags: list[str]) -> str:
    """The message, of which pytest prints no more than the first line in some manners, and nothing in others."""
    if "--tb=no" in flags and "-qq" in flags:
        return ""
    message = problem.get("message", "")
    if message.startswith("collection failure"):
        lines = [line[2:] for line in (problem.text or "").splitlines() if line.startswith("E ")]
        return lines[0] if lines else ""
    return message.removeprefix('failed on setup with "').removesuffix('"')
