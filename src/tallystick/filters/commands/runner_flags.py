"""Flags that make a test runner say what failed and count the rest, behind the words of the command.

pytest: no header, no names of passed tests, short tracebacks; cargo and unittest: no names of passed tests. Each flag
is a rule of its own. A command that says in any way how much it wants to see keeps what it has.
"""

from __future__ import annotations

KIND = "test_flag"
IS_FINAL = False
RULES = ("q", "no_header", "tb_short", "cargo_q", "unittest_q")

_ASKED = frozenset(
    {
        *(
            "-v",
            "-vv",
            "-vvv",
            "--verbose",
            "-q",
            "-qq",
            "--quiet",
            "-s",
            "--capture",
            "--pdb",
            "--trace",
            "--durations",
        ),
        *("--co", "--collect-only", "--fixtures", "--markers", "-h", "--help", "--version", "--no-run", "--list", "--"),
        *("--nocapture", "--show-output", "--format", "-rA", "-ra", "-rP", "--setup-show", "--setup-plan", "-V"),
    }
)
_PYTEST = (("no_header", "--no-header"), ("tb_short", "--tb=short"), ("q", "-q"))


def rewrite(command: str, words: tuple[str, ...]) -> tuple[str, str, str] | None:
    """Return the next rule that applies, the command with its flag, and nothing to say."""
    given = {word.partition("=")[0] for word in words}
    if not _ASKED.isdisjoint(given):
        return None
    program = words[0].rpartition("/")[2]
    module = words[2] if len(words) > 2 and program.startswith("python") and words[1] == "-m" else ""
    if "pytest" in {program, module}:
        for rule, flag in _PYTEST:
            if flag.partition("=")[0] not in given:
                return rule, f"{command.rstrip()} {flag}", ""
    if program == "cargo" and words[1:2] == ("test",):
        return "cargo_q", f"{command.rstrip()} -q", ""
    if module == "unittest":
        return "unittest_q", f"{command.rstrip()} -q", ""
    return None
