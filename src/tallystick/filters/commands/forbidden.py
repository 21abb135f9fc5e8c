"""Commands that nobody should run unasked: what runs instead says why on stderr and fails.

Changing to a folder that is no project (`/`, `/home`, `/root`, `/opt`, `/usr`, `/etc`), editing files in place behind
the host's back (`sed -i`, `perl -i`), deleting the root or the home folder. What would take a redirection or a heredoc
to do is no simple command, and stays untouched.
"""

from __future__ import annotations

KIND = "forbidden"
IS_FINAL = True
RULES = ("cd_root", "cd_system", "sed_in_place", "perl_in_place", "rm_root")

_REASONS = {
    "cd_root": "the root folder is no project: stay in the working directory",
    "cd_system": "this folder is no project: stay in the working directory",
    "sed_in_place": "edit files with the editing tool: it shows what changes",
    "perl_in_place": "edit files with the editing tool: it shows what changes",
    "rm_root": "this would delete every file of this machine or account",
}
_SYSTEM = frozenset({"/home", "/root", "/opt", "/usr", "/etc", "/var", "/bin", "/lib", "/sys", "/proc", "/dev"})
_TAKING = frozenset("MmIFDxCe")  # flags of perl that take the rest of the word
_EVERYTHING = frozenset({"/", "/*", "~", "~/", "~/*"})


def rewrite(command: str, words: tuple[str, ...]) -> tuple[str, str, str] | None:
    """Return the rule, the command that fails with the reason, and the reason."""
    rule = _rule(words)
    if not rule:
        return None
    reason = _REASONS[rule]
    return rule, f"echo '{reason}' >&2; false  # [tally: forbidden:{rule}]", reason


def _rule(words: tuple[str, ...]) -> str:
    program, rest = words[0].rpartition("/")[2], words[1:]
    if program == "cd" and len(rest) == 1:
        return "cd_root" if set(rest[0]) == {"/"} else "cd_system" if rest[0].rstrip("/") in _SYSTEM else ""
    if program == "sed" and any(_has_flag(word, "i") or word.startswith("--in-place") for word in rest):
        return "sed_in_place"
    if program == "perl" and any(_has_flag(word, "i") and word[1] not in _TAKING for word in rest):
        return "perl_in_place"
    is_recursive = any(_has_flag(word, "r") or _has_flag(word, "R") or word == "--recursive" for word in rest)
    return "rm_root" if program == "rm" and is_recursive and not _EVERYTHING.isdisjoint(rest) else ""


def _has_flag(word: str, letter: str) -> bool:
    """Whether a word of short flags has this one: of `-ni.bak` the letters before the dot are flags."""
    return word.startswith("-") and not word.startswith("--") and letter in word[1:].partition(".")[0]
