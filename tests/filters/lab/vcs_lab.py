"""git: diff, show, log, status, stat, branch; the truth is `--numstat`, `--format` and `--porcelain` of the same repository."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tests.filters.lab import laboratory
from tests.filters.lab.laboratory import Lab, Truth

if TYPE_CHECKING:
    from pathlib import Path

WORDS = [
    "add",
    "mend",
    "rename",
    "keep",
    "drop",
    "part",
    "order",
    "price",
    "store",
    "bill",
    "count",
    "row",
    "table",
    "page",
    "index",
    "ledger",
    "window",
]
WHO = {
    **{f"GIT_{role}_NAME": "Ada Dev" for role in ("AUTHOR", "COMMITTER")},
    **{f"GIT_{role}_EMAIL": "ada@example.org" for role in ("AUTHOR", "COMMITTER")},
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_SYSTEM": "/dev/null",
}


def make(lab: Lab) -> None:
    """Make all samples of git."""
    dice = random.Random(7)
    folder = lab.project("history", {"README.md": "# Parts\n"})
    _git(folder, "init", "-q", "-b", "main")
    for number in range(60):
        _change(folder, dice, number)
        _git(folder, "add", "-A")
        body = "\n\n" + "\n".join(" ".join(dice.choices(WORDS, k=9)) for _ in range(dice.randint(1, 6)))
        _git(
            folder, "commit", "-q", "-m", " ".join(dice.choices(WORDS, k=5)) + (body if number % 3 else ""), day=number
        )
    for name, words in (
        ("log", ["log"]),
        ("log-some", ["log", "-n", "12"]),
        ("log-one", ["log", "-1"]),
        ("log-stat", ["log", "--stat", "-n", "20"]),
        ("log-patch", ["log", "-p", "-n", "4"]),
        ("log-oneline", ["log", "--oneline"]),
        ("log-graph", ["log", "--graph", "-n", "15"]),
        ("log-colour", ["-c", "color.ui=always", "log"]),
    ):
        shown = _git(
            folder,
            "log",
            "--format=%H%x09%s",
            *(["-n", words[-1]] if "-n" in words else ["-1"] if "-1" in words else []),
        )[1]
        pairs = [line.split("\t") for line in shown.splitlines()]
        pairs = pairs[:40] if "--oneline" in words else pairs
        keep = [subject for _, subject in pairs] + ([] if "--oneline" in words else [commit[:7] for commit, _ in pairs])
        laboratory.keep("git_log_digest", name, "git " + " ".join(words), _git(folder, *words), Truth(keep=keep))
    _diffs(folder, dice)
    _statuses(folder)


def _git(folder: Path, *words: str, day: int = 0) -> tuple[int, str]:
    when = f"2026-{10 + day // 28:02}-{day % 28 + 1:02}T12:00:00+00:00"
    return laboratory.run(folder, ["git", *words], more={"GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when, **WHO})


def _change(folder: Path, dice: random.Random, number: int) -> None:
    path = folder / "src" / f"part_{number % 9}.py"
    path.parent.mkdir(exist_ok=True)
    lines = path.read_text().splitlines() if path.exists() else []
    if not lines:
        for function in range(12):
            lines += [
                f"def {dice.choice(WORDS)}_{number}_{function}(count):",
                *(f"    {w} = {dice.choice(WORDS)} + {n}" for n, w in enumerate(dice.choices(WORDS, k=8))),
                "    return count",
                "",
            ]
    for _ in range(dice.randint(1, 5)):
        at = dice.randrange(len(lines))
        kind = dice.randrange(3)
        if kind == 0:
            lines[at] = f"    {dice.choice(WORDS)} = {dice.randint(1, 999)}  # changed in {number}"
        elif kind == 1:
            lines[at:at] = [f"    {word} = []" for word in dice.choices(WORDS, k=3)]
        elif len(lines) > 20:
            del lines[at : at + 2]
    path.write_text("\n".join(lines) + "\n")


def _diffs(folder: Path, dice: random.Random) -> None:
    for number in range(60, 66):
        _change(folder, dice, number)
    (folder / "src" / "part_7.py").rename(folder / "src" / "moved.py")
    (folder / "src" / "new file.txt").write_text("one\ntwo\n")
    (folder / "picture.bin").write_bytes(bytes(range(256)))
    _git(folder, "add", "-A")
    for name, words in (
        ("staged", ["diff", "--cached"]),
        ("colour", ["-c", "color.ui=always", "diff", "--cached"]),
        ("range", ["diff", "HEAD~12"]),
        ("stat", ["diff", "--stat", "HEAD~12"]),
        ("wide", ["diff", "-U12", "--cached"]),
        ("words", ["diff", "--word-diff", "--cached"]),
        ("show", ["show", "HEAD~3"]),
        ("one", ["diff", "--cached", "--", "src/part_6.py"]),
    ):
        found = _git(folder, *words)
        patch = name not in {"stat", "words"}
        changed = (
            [line for line in found[1].splitlines() if line[:1] in {"+", "-"} or line.startswith("@@")] if patch else []
        )
        laboratory.keep("git_diff_digest", name, "git " + " ".join(words), found, Truth(keep=changed))


def _statuses(folder: Path) -> None:
    for number in range(40):
        (folder / "notes").mkdir(exist_ok=True)
        (folder / "notes" / f"note_{number}.txt").write_text("a note\n")
        (folder / f"loose_{number}.txt").write_text("a note\n")
    (folder / "src" / "part_2.py").write_text("changed = 1\n")
    (folder / "src" / "part_3.py").unlink()
    for name, words in (
        ("many", ["status"]),
        ("short", ["status", "--short"]),
        ("colour", ["-c", "color.status=always", "status"]),
        ("ignored", ["status", "-uno"]),
    ):
        shown = _git(folder, "status", "--porcelain", *(words[2:] if name == "ignored" else []))[1]
        paths = [line[3:].split(" -> ")[-1].strip('"') for line in shown.splitlines() if not line.startswith("??")]
        laboratory.keep("git_status_digest", name, "git " + " ".join(words), _git(folder, *words), Truth(keep=paths))
    _git(folder, "add", "-A")
    _git(folder, "commit", "-q", "-m", "all", day=80)
    laboratory.keep("git_status_digest", "clean", "git status", _git(folder, "status"), Truth())
    _conflicts(folder)


def _conflicts(folder: Path) -> None:
    _git(folder, "checkout", "-q", "-b", "side", "HEAD~1")
    (folder / "README.md").write_text("# Side\n")
    _git(folder, "commit", "-q", "-am", "side", day=81)
    _git(folder, "checkout", "-q", "main")
    (folder / "README.md").write_text("# Main\n")
    _git(folder, "commit", "-q", "-am", "main", day=82)
    merged = _git(folder, "merge", "side", day=83)
    laboratory.keep(
        "git_status_digest",
        "merge-conflict",
        "git merge side",
        merged,
        Truth(keep=["CONFLICT (content): Merge conflict in README.md"]),
    )
    laboratory.keep(
        "git_status_digest",
        "conflict",
        "git status",
        _git(folder, "status"),
        Truth(keep=["both modified:   README.md"]),
    )
    conflict = _git(folder, "diff")
    kept = [line for line in conflict[1].splitlines() if line[:1] in {"+", "-"} or line[1:2] in {"+", "-"}]
    laboratory.keep("git_diff_digest", "conflict", "git diff", conflict, Truth(keep=kept))
