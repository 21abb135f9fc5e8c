"""unittest; the truth is the result object of the same run, written down by a runner that prints as the module does."""

from __future__ import annotations

import json

from tests.filters.lab import laboratory
from tests.filters.lab.laboratory import Lab, Truth

MECHANISM = "unittest_digest"

RUNNER = '''
    """As `python -m unittest`, and writes the result object down."""

    import json
    import sys
    import unittest

    program = unittest.main(module=None, argv=["python -m unittest", *sys.argv[2:]], exit=False)
    result = program.result
    problems = [(str(test), text) for test, text in result.failures + result.errors]
    problems += [(str(test), "") for test in result.unexpectedSuccesses]
    with open(sys.argv[1], "w") as file:
        json.dump({"ran": result.testsRun, "problems": problems}, file)
    sys.exit(0 if result.wasSuccessful() else 1)
'''

FAILS = '''
    import unittest
    import warnings


    class TestLedger(unittest.TestCase):
        def setUp(self):
            self.rows = [("2026-11-01", 1200), ("2026-11-02", -300)]

        def test_total(self):
            self.assertEqual(sum(amount for _, amount in self.rows), 900)

        def test_days(self):
            """Days are in order, each once."""
            self.assertEqual([day for day, _ in self.rows], ["2026-11-01", "2026-11-02", "2026-11-03"])

        def test_missing(self):
            rows = dict(self.rows)
            self.assertGreater(rows["2026-11-09"], 0)

        def test_text(self):
            self.assertMultiLineEqual("one\\ntwo\\nthree\\n", "one\\n2\\nthree\\n")

        def test_each(self):
            for number in range(4):
                with self.subTest(number=number):
                    self.assertLess(number, 2, "the fourth column is left empty")

        def test_warned(self):
            warnings.warn("rows are read twice", DeprecationWarning, stacklevel=1)
            print("reading", len(self.rows), "rows")

        @unittest.skip("needs a printer")
        def test_printed(self):
            self.fail("no printer")

        @unittest.expectedFailure
        def test_known(self):
            self.assertEqual(1, 2)

        @unittest.expectedFailure
        def test_mended(self):
            self.assertEqual(1, 1)


    class TestNoDatabase(unittest.TestCase):
        @classmethod
        def setUpClass(cls):
            raise OSError("no database at localhost")

        def test_row(self):
            pass
'''

GOOD = """
    import unittest


    class Test{name}(unittest.TestCase):
        def check(self, number):
            self.assertEqual(number * 2, number + number)


    for _number in range({count}):
        setattr(Test{name}, f"test_doubles_{{_number}}", lambda self, n=_number: self.check(n))
"""

BROKEN = """
    import unittest
    import a_module_that_is_not_there


    class TestNever(unittest.TestCase):
        def test_never(self):
            pass
"""


def make(lab: Lab) -> None:
    """Make all samples of unittest."""
    names = {"Rows": 60, "Columns": 110, "Cells": 25, "Sheets": 4}
    good = {f"tests/test_{name.lower()}.py": GOOD.format(name=name, count=count) for name, count in names.items()}
    rest = {"run.py": RUNNER, "tests/__init__.py": ""}
    passing = lab.project("sheets-good", {**rest, **good})
    failing = lab.project("sheets", {**rest, **good, "tests/test_ledger.py": FAILS})
    few = lab.project("sheets-few", {**rest, "tests/test_ledger.py": FAILS, "tests/test_gone.py": BROKEN})
    tiny = lab.project("sheets-small", {**rest, "tests/test_sheets.py": good["tests/test_sheets.py"]})
    for folder, label in ((passing, "passing"), (failing, "failing"), (few, "few"), (tiny, "small")):
        for manner, flags in (("verbose", ["-v"]), ("plain", []), ("quiet", ["-q"]), ("buffered", ["-v", "--buffer"])):
            report = lab.work / "unittest.json"
            words = [lab.python(), "run.py", str(report), "discover", *flags, "-s", "tests", "-t", "."]
            found = laboratory.run(folder, words)
            shown = json.loads(report.read_text())
            truth = Truth(counts={"tests": shown["ran"], "failing": len(shown["problems"])})
            for name, text in shown["problems"]:
                lines = [line for line in text.splitlines() if line and not line.startswith(" ")]
                message = next((line for line in lines if not line.startswith("Traceback")), "")
                truth.fail(name.splitlines()[0], message)
            command = " ".join(["python -m unittest discover", *flags, "-s tests"])
            laboratory.keep(MECHANISM, f"{label}-{manner}", command, found, truth)
