"""gcc, make and ctest; the truth is gcc's JSON of the same files, and ctest's JUnit XML of the same run."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from tests.filters.lab import laboratory
from tests.filters.lab.laboratory import Lab, Truth

if TYPE_CHECKING:
    from pathlib import Path

PART = """
    #include <stdio.h>
    #include <string.h>
    #include "parts.h"

    static int never_called_NUMBER(int count) { return count * 2; }

    int part_NUMBER(const char *name, unsigned size)
    {
        int left = -1;
        char buffer[8];
        int unused_value;
        if (left < size)
            printf("%s has %d\\n", name, sizeof(buffer));
        strcpy(buffer, "a text that is too long");
        switch (left) { case 1: left = 2; case 2: left = 3; }
        return part_of(name);
    }
"""
CLEAN = '#include "parts.h"\nint clean_NUMBER(int count) { return count + NUMBER; }\n'
HEADER = "int part_of(const char *name);\nint stock_add(int left, int right);\n"
WRONG = """
    #include "parts.h"

    struct part { int count; };

    int wrong(struct part *part)
    {
        int count = part->cuont;
        count += missing;
        return part_of(count, "nut")
    }

    void more(void) { struct unknown one; one.x = 1; return 3; }
"""
MACRO = """
    #define COPY(to, from) do { unsigned long left = from; for (int n = 0; n < left; n++) to[n] = n; } while (0)

    void first(int *to, int from) { COPY(to, from); }
    void second(int *to, int from) { COPY(to, from); }
    void third(char *to, int from) { COPY(to, from); COPY(to, from); }
"""
CXX = """
    #include <map>
    #include <string>
    #include <vector>

    struct Key { int value; };

    int count(const std::map<Key, std::vector<std::string>> &parts)
    {
        std::map<Key, int> counts;
        for (const auto &[key, names] : parts) counts[key] = static_cast<int>(names.size());
        std::string name = 3.5;
        return counts.begin()->second + name;
    }
"""
TESTER = """
    #include <stdio.h>
    #include <stdlib.h>
    #include <unistd.h>

    int main(int argc, char **argv)
    {
        int number = argc > 1 ? atoi(argv[1]) : 0;
        printf("case %d: adding up\\n", number);
        if (number % 50 == 17) { fprintf(stderr, "case %d: wanted %d, got %d\\n", number, number * 2, number); return 1; }
        if (number == 33) abort();
        if (number == 44) sleep(5);
        return 0;
    }
"""


def make(lab: Lab) -> None:
    """Make all samples of compilers and of what calls them."""
    _compilers(lab)
    _makes(lab)
    _ctests(lab)


def _compilers(lab: Lab) -> None:
    files = {f"part_{n}.c": PART.replace("NUMBER", str(n)) for n in range(14)}
    files |= {f"clean_{n}.c": CLEAN.replace("NUMBER", str(n)) for n in range(3)}
    folder = lab.project("c-parts", {"parts.h": HEADER, "wrong.c": WRONG, "wrong.cpp": CXX, "macro.c": MACRO, **files})
    parts, clean = (sorted(path.name for path in folder.glob(f"{kind}_*.c")) for kind in ("part", "clean"))
    for name, words in (
        ("one", ["gcc", "-Wall", "-Wextra", "-c", "part_0.c"]),
        ("many", ["gcc", "-Wall", "-Wextra", "-O2", "-c", *parts]),
        ("some", ["gcc", "-Wall", "-Wextra", "-O2", "-c", *parts[:6]]),
        ("wrong", ["gcc", "-Wall", "-c", "wrong.c"]),
        ("met-macros", ["gcc", "-Wall", "-Wextra", "-Wconversion", "-c", "macro.c"]),
        ("mixed", ["gcc", "-Wall", "-Wextra", "-c", "wrong.c", *parts[:5]]),
        ("template", ["g++", "-std=c++17", "-Wall", "-c", "wrong.cpp"]),
        ("clean", ["gcc", "-Wall", "-c", *clean]),
    ):
        truth = Truth()
        for source in (word for word in words if word.endswith((".c", ".cpp"))):
            alone = [word for word in words if not word.endswith((".c", ".cpp"))]
            shown = laboratory.run(folder, [*alone, source, "-fdiagnostics-format=json"])[1]
            _read_gcc(shown, truth)
        for manner, flags in (("plain", []), ("colour", ["-fdiagnostics-color=always"])):
            found = laboratory.run(folder, [*words, *flags])
            laboratory.keep("compiler_digest", f"{name}-{manner}", " ".join(words), found, truth)


def _read_gcc(shown: str, truth: Truth) -> None:
    for line in shown.splitlines():
        for one in json.loads(line) if line.startswith("[") else []:
            caret = one["locations"][0]["caret"] if one["locations"] else {}
            column = caret.get("display-column", caret.get("column"))
            place = f"{caret['file']}:{caret['line']}:{column}" if caret else ""
            if one["kind"] in {"error", "fatal error"}:
                truth.fail("", one["message"], place)
            elif one["kind"] == "warning":
                truth.warn(one["message"], place)
    truth.counts = {"failing": len(truth.failing), "warnings": len(truth.warnings)}


def _makes(lab: Lab) -> None:
    lines = ["CFLAGS = -Wall -O2 -g -Iinclude -I. -DNDEBUG -fPIC -fstack-protector-strong -D_FORTIFY_SOURCE=2"]
    lines += ["OBJECTS = $(patsubst %.c,%.o,$(filter-out main.c,$(wildcard *.c)))", "", "all: sub libparts.a"]
    lines += ["libparts.a: $(OBJECTS)", "\tar rcs $@ $^", "sub:", "\t$(MAKE) -C sub", ".PHONY: sub"]
    makefile = "\n".join(lines) + "\n"
    sub = "all: sub.o\nsub.o: sub.c\n\tcc -c -o $@ $<\n"
    base = {"parts.h": HEADER, "Makefile": makefile, "sub/Makefile": sub, "sub/sub.c": "int sub(void) { return 1; }\n"}
    clean = {f"clean_{n}.c": CLEAN.replace("NUMBER", str(n)) for n in range(60)}
    warned = {f"part_{n}.c": PART.replace("NUMBER", str(n)) for n in range(4)}
    for label, files in (
        ("clean", clean),
        ("warned", {**clean, **warned}),
        ("wrong", {**clean, **warned, "wrong.c": WRONG}),
        ("small", {"clean_1.c": CLEAN.replace("NUMBER", "1")}),
    ):
        for manner, flags in (("plain", []), ("going-on", ["-k", "-j2", "-O"])):
            folder = lab.project(f"make-{label}-{manner}", {**base, **files})
            found = laboratory.run(folder, ["make", *flags])
            truth = Truth(keep=re.findall(r"(?m)^make.*\*\*\*.*", found[1]))
            for place, kind, message in re.findall(r"(?m)^(\S+:\d+:\d+): (error|warning): (.*)", found[1]):
                truth.fail("", message, place) if kind == "error" else truth.warn(message, place)
            truth.counts = {"failing": len(truth.failing), "warnings": len(truth.warnings)}
            laboratory.keep("make_digest", f"{label}-{manner}", " ".join(["make", *flags]), found, truth)
            again = laboratory.run(folder, ["make", *flags])
            if label == "clean":
                laboratory.keep("make_digest", f"again-{manner}", " ".join(["make", *flags]), again, Truth())


def _ctests(lab: Lab) -> None:
    for label, count in (("passing", 10), ("failing", 150), ("small", 3), ("large", 16)):
        numbers = range(count) if label != "large" else [*range(16), *range(51, 60), *range(100, 110)]
        tests = "\n".join(f'add_test(NAME "parts.case_{n}" COMMAND tester {n})' for n in numbers)
        limit = 'set_tests_properties("parts.case_44" PROPERTIES TIMEOUT 1)\n' if count > 44 else ""
        listing = f"cmake_minimum_required(VERSION 3.20)\nproject(parts C)\nenable_testing()\nadd_executable(tester tester.c)\n{tests}\n{limit}"
        folder = lab.project(f"ctest-{label}", {"tester.c": TESTER, "CMakeLists.txt": listing})
        configured = laboratory.run(folder, ["cmake", "-S", ".", "-B", "build"])
        built = laboratory.run(folder, ["cmake", "--build", "build"])
        if label == "small":
            laboratory.keep("make_digest", "cmake-build", "cmake --build build", built, Truth())
            laboratory.keep("make_digest", "cmake-configure", "cmake -S . -B build", configured, Truth())
        report = lab.work / "ctest.xml"
        for manner, flags in (
            ("plain", []),
            ("failures", ["--output-on-failure"]),
            ("verbose", ["-V"]),
            ("parallel", ["-j2"]),
        ):
            found = laboratory.run(folder, ["ctest", "--test-dir", "build", *flags, "--output-junit", str(report)])
            words = " ".join(["ctest", "--test-dir", "build", *flags])
            laboratory.keep(
                "ctest_digest",
                f"{label}-{manner}",
                words,
                found,
                _read_ctest(report, shown="--output-on-failure" in flags or "-V" in flags),
            )


def _read_ctest(report: Path, *, shown: bool) -> Truth:
    truth = Truth()
    cases = list(ET.parse(report).iter("testcase"))
    for case in cases:
        if case.get("status") == "fail":
            printed = case.findtext("system-out") or ""
            lines = [line for line in printed.splitlines() if ": wanted " in line]
            truth.fail(case.get("name", ""), lines[0] if lines and shown else "")
    truth.counts = {"tests": len(cases), "failing": len(truth.failing)}
    return truth
