"""Flags that make a program leave out its progress and keep its warnings and errors, behind the words of the command.

At most one a command: the first rule that fits. It stands at the end, so that what permission rules match (the
beginning) stays the same; a command with `--` keeps what it has, and so does one that asks for more or for less
already.
"""

from __future__ import annotations

KIND = "universal"
IS_FINAL = False

_LOUD = frozenset({"-v", "-vv", "-vvv", "--verbose", "--debug", "-h", "--help", "--version", "--dry-run", "-n", "--"})
# rule: the program's words, of which each may be one of several; the flag; words with which it is there already
_FLAGS: tuple[tuple[str, tuple[tuple[str, ...], ...], str, tuple[str, ...]], ...] = (
    ("pip_install", (("pip", "pip3"), ("install",)), "-q", ("-q", "-qq", "--quiet", "--report")),
    (
        "python_pip_install",
        (("python", "python3"), ("-m",), ("pip",), ("install",)),
        "-q",
        ("-q", "-qq", "--quiet", "--report"),
    ),
    ("uv_install", (("uv",), ("sync", "add", "lock")), "-q", ("-q", "--quiet")),
    (
        "npm_install",
        (("npm",), ("install", "i", "ci", "add")),
        "--loglevel=error",
        ("-s", "--silent", "-q", "--quiet", "-d", "-dd", "--loglevel", "--json"),
    ),
    ("cargo_build", (("cargo",), ("build", "check", "clippy", "doc", "fetch")), "-q", ("-q", "--quiet")),
    ("make", (("make", "gmake"),), "-s", ("-s", "--silent", "--quiet", "-d", "-p", "-q", "--trace", "test", "check")),
    ("tsc", (("tsc",),), "--pretty false", ("--pretty",)),
    ("npx_tsc", (("npx",), ("tsc",)), "--pretty false", ("--pretty",)),
    ("maven", (("mvn", "mvnw"),), "-ntp", ("-ntp", "--no-transfer-progress", "-X", "-q")),
    ("apt_get", (("apt-get",), ("install", "update", "upgrade")), "-q", ("-q", "-qq", "--quiet", "-s")),
    ("bundle_install", (("bundle",), ("install",)), "--quiet", ("--quiet",)),
    ("wget", (("wget",),), "-nv", ("-nv", "-q", "--quiet", "-O-", "--no-verbose", "-d")),
)
RULES = tuple(rule[0] for rule in _FLAGS)


def rewrite(command: str, words: tuple[str, ...]) -> tuple[str, str, str] | None:
    """Return the rule, the command with its flag, and nothing to say."""
    given = {word.partition("=")[0] for word in words}
    if not _LOUD.isdisjoint(given):
        return None
    for rule, beginning, flag, present in _FLAGS:
        if _begins(words, beginning) and given.isdisjoint(present):
            return rule, f"{command.rstrip()} {flag}", ""
    return None


def _begins(words: tuple[str, ...], beginning: tuple[tuple[str, ...], ...]) -> bool:
    if len(words) < len(beginning):
        return False
    return all(word.rpartition("/")[2] in names for word, names in zip(words, beginning, strict=False))
