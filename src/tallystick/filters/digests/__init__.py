"""Digests of one tool's own output: what failed with its message, what was warned of, counts of the rest.

One tool and one mechanism a file, one line in this table. The first that applies to the words of the command and
changes the text is the one; a text that is not what the tool prints stays as it is.
"""

from __future__ import annotations

DIGESTS: dict[str, str] = {
    "junit": "tallystick.filters.digests.junit",
    "pytest": "tallystick.filters.digests.pytest",
    "unittest": "tallystick.filters.digests.unittest",
    "cargo_test": "tallystick.filters.digests.cargo_test",
    "cargo_build": "tallystick.filters.digests.cargo_build",
    "go_test": "tallystick.filters.digests.go_test",
    "ctest": "tallystick.filters.digests.ctest",
    "node_test": "tallystick.filters.digests.node_test",
    "vitest": "tallystick.filters.digests.vitest",
    "jest": "tallystick.filters.digests.jest",
    "ruff": "tallystick.filters.digests.ruff",
    "mypy": "tallystick.filters.digests.mypy",
    "tsc": "tallystick.filters.digests.tsc",
    "eslint": "tallystick.filters.digests.eslint",
    "make": "tallystick.filters.digests.make",
    "compiler": "tallystick.filters.digests.compiler",
    "pip": "tallystick.filters.digests.pip",
    "npm": "tallystick.filters.digests.npm",
    "git_diff": "tallystick.filters.digests.git_diff",
    "git_log": "tallystick.filters.digests.git_log",
    "git_status": "tallystick.filters.digests.git_status",
    "containers": "tallystick.filters.digests.containers",
    "listing": "tallystick.filters.digests.listing",
    "search": "tallystick.filters.digests.search",
    "source": "tallystick.filters.digests.source",
}

# What stands in every text that a digest knows, one of these at least: for others it is not loaded. "" where it goes by
# the command alone.
SIGNS: dict[str, tuple[str, ...]] = {
    "junit": ("<testcase",),
    "pytest": ("= test session starts =", "= short test summary info =", " passed", " failed", " error"),
    "unittest": ("-" * 70,),
    "cargo_test": ("test result: ", " tests run: "),
    "cargo_build": ("Compiling", "Checking", "Finished"),
    "go_test": ("--- PASS: ", "--- FAIL: ", "ok  \t", "FAIL\t", "?   \t"),
    "ctest": ("Test project ", " tests passed, "),
    "node_test": ("ℹ tests ", "✖ failing tests:", "Failed tests:", "TAP version 1", "# tests "),
    "vitest": (" Test Files ",),
    "jest": ("Test Suites: ",),
    "ruff": (" --> ", *(f"{digit}: " for digit in range(10))),
    "mypy": (": error: ", " - error: "),
    "tsc": ("error TS", "warning TS"),
    "eslint": (" error ", " warning "),
    "make": ("make", "cc ", "++ ", "clang", "%] ", "-- ", "checking ", "CC ", "LD ", "AR ", "libtool", "ar ", "ld "),
    "compiler": (": error: ", ": warning: ", ": fatal error: ", ": note: "),
    "pip": ("Collecting ", "Requirement already satisfied: ", "Processing ", "Installing collected"),
    "npm": ("npm ", "added ", "up to date", "removed ", "changed ", "yarn install", "[1/", "Progress: ", "➤ YN"),
    "git_diff": ("diff --git ",),
    "git_log": ("",),
    "git_status": ("On branch", "HEAD detached", "Untracked files:", "Changes ", "?? "),
    "containers": ("NAME", "CONTAINER ID", "REPOSITORY", "LAST SEEN", ": Pull", ": Push", "#1 ", "#0 ", "Step 1/"),
    "listing": ("",),
    "search": ("",),
    "source": ("",),
}
