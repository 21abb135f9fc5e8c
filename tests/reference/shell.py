"""What a command's words say, for commands as people write them. The word lists are those that the rules name."""

from __future__ import annotations

import re
from itertools import pairwise

VIEWERS = {
    "cat",
    "head",
    "tail",
    "less",
    "more",
    "nl",
    "ls",
    "tree",
    "stat",
    "wc",
    "grep",
    "egrep",
    "rg",
    "find",
    "du",
    "sort",
    "uniq",
    "cut",
    "pwd",
    "echo",
    "cd",
    "true",
}
GIT_VIEWS = {"diff", "log", "show", "status"}
NETWORK = {"curl", "wget", "gh", "ssh", "kubectl", "aws"}
NETWORK_PAIRS = {
    *(("git", word) for word in ("fetch", "pull", "push", "clone")),
    *((tool, "install") for tool in ("npm", "pip", "cargo")),
    ("docker", "pull"),
}
QUOTED = r"'[^']*'|\"(?:\\.|[^\"\\])*\""
VOLATILE = (
    r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\d(?:\.\d+)?Z?)?",
    r"\d\d:\d\d:\d\d(?:\.\d+)?",
    r"\d[\d.]*\s?(?:ms|s|seconds|minutes)\b",
    r"0x[0-9a-fA-F]+",
    r"pid[ =:]+\d+",
    r"/tmp/[^\s:'\"]+",
)
TESTS = ("pytest", "cargo test", "npm test", "go test", "make test")
COMMITS = ("git commit", "git merge", "git cherry-pick")
CI = ("gh pr create", "gh pr merge", "cargo publish", "npm publish", "docker push")


def fold(command: str) -> str:
    """White space outside quotes becomes one space."""
    parts = re.split(f"({QUOTED})", command.strip())
    return "".join(part if place % 2 else re.sub(r"\s+", " ", part) for place, part in enumerate(parts))


def normalise(command: str, cwd: str) -> tuple[str, str]:
    """A command and where it runs, with a leading `cd DIR &&` taken into the latter."""
    from tests.reference.reading import normal

    folded = fold(command)
    while found := re.match(r"cd ([^\s'\"$;&|]+) && ", folded):
        cwd, folded = normal(cwd, found[1]), folded[found.end() :]
    return folded, cwd


def segments(command: str) -> list[str]:
    """The parts of a chain, substitutions included, each without its outer spaces."""
    inner = re.findall(r"\$\(([^()]*)\)|`([^`]*)`", command)
    bare = re.sub(r"\$\([^()]*\)|`[^`]*`", " ", command)
    parts, place = [""], 0
    for found in re.finditer(rf"{QUOTED}|&&|\|\||[;|\n]|(?<![>&])&(?!>)", bare):
        parts[-1] += bare[place : found.start()]
        place = found.end()
        if found[0][0] in "'\"":
            parts[-1] += found[0]
        else:
            parts.append("")
    parts[-1] += bare[place:]
    parts += [segment for pair in inner for one in pair if one for segment in segments(one)]
    return [part.strip() for part in parts if part.strip()]


def only_views(command: str) -> bool:
    """Whether each segment only shows something, and nothing is written to a file."""
    plain = re.sub(QUOTED, "", command)
    plain = re.sub(r"2>&1|[12]?>\s*/dev/null", "", plain)
    if ">" in plain:
        return False
    for segment in segments(command):
        words = segment.split()
        harmless = words[0] in VIEWERS and not {"-delete", "-exec"} & set(words)
        harmless |= words[0] == "git" and len(words) > 1 and words[1] in GIT_VIEWS
        harmless |= words[0] == "sed" and "-n" in words and not any(word.startswith("-i") for word in words)
        if not harmless:
            return False
    return True


def reaches_out(command: str) -> bool:
    """Whether any word of any segment, or two neighbours, reach another machine."""
    words = re.findall(r"[\w.\-/]+", command)
    pairs = set(pairwise(words))
    return bool(NETWORK & set(words) or NETWORK_PAIRS & pairs)


def names(command: str, path: str) -> bool:
    """Whether a word, through quotes, is the path or ends in its last part."""
    last = path.rsplit("/", 1)[1]
    return any(word.rstrip("/.").rsplit("/", 1)[-1] == last for word in re.findall(r"[\w.\-/+~@%]+", command))


def error_text(text: str) -> str:
    """An error without what differs between any two runs."""
    for rule in VOLATILE:
        text = re.sub(rule, "?", text)
    return text


def rung(command: str) -> int:
    """What a command verifies if it ends well: 3 a test, 4 a commit, 5 what others see, else 0."""
    best = 0
    for segment in segments(command):
        if segment.startswith(CI):
            best = max(best, 5)
        if segment.startswith(COMMITS):
            best = max(best, 4)
        if any(words in segment for words in TESTS):
            best = max(best, 3)
    return best
