"""The words of a shell command by which it may name a file, in every way that a shell lets one write a name.

A word too many only keeps a finding silent, so what may be a name is taken for one.
"""

from __future__ import annotations

import re

from tallystick.accounting import digests

# A quoted text; one that nobody closes goes to the end, so that no text is gone through again and again.
QUOTED = r"'[^']*(?:'|\Z)|\"(?:\\.|[^\"\\])*(?:\"|\\?\Z)"

_WORDS = re.compile(r"[^\s'\"`$(){}\[\];&|<>=,]+")
_QUOTED_TEXT = re.compile(r"'([^']{1,400})'|\"([^\"]{1,400})\"")
# A name whose quotes or backslashes stand within it: kiln/"a".py, my\ notes.
_PIECED = re.compile(r"\\|[\w./-]['\"]+[\w./-]")
_PUNCTUATION = re.compile(r"\\(.)|['\"]", re.DOTALL)
_SPACE = "\x00"  # stands for an escaped space while words are told apart
_BRACES = re.compile(r"(?<![^\s'\"{}])([^\s'\"{}]*)\{([^\s'\"{}]{1,400})\}([^\s'\"{}]*)")
# What stands between a name and something said of it: HEAD:a.py, a.py::test_fire, a.py:12, @a.py, a.py?raw, a.py#top.
_JOINTS = re.compile(r"[:@?#%]+")
_GLUED_OPTION = re.compile(r"-[A-Za-z](?=.*[./])")  # -oout/a.py


def bare_words(command: str) -> set[str]:
    """Return a command's words and its quoted texts, without quotes, and the parts of words that may be names."""
    words = set(_WORDS.findall(command))
    if "'" in command or '"' in command:
        for match in _QUOTED_TEXT.finditer(command):
            words.add(match[1] or match[2])
    if _PIECED.search(command):
        words.update(word.replace(_SPACE, " ") for word in _WORDS.findall(_PUNCTUATION.sub(_unescaped, command)))
    if "{" in command:
        for before, choices, behind in _BRACES.findall(command):
            words.update([f"{before}{choice}{behind}" for choice in choices.split(",")])
    if _JOINTS.search(command):
        words.update([part for word in words for part in _JOINTS.split(word)])
    if "-" in command:
        words.update([word[option.end() :] for word in words if (option := _GLUED_OPTION.match(word))])
    words.discard("")
    return words


def _unescaped(match: re.Match[str]) -> str:
    escaped = match[1]
    if escaped is None or escaped == "\n":
        return ""
    return _SPACE if escaped == " " else str(escaped)


def word_hashes(command: str) -> list[int]:
    """Return the sorted 32-bit hashes of a command's words, of quoted texts, and of the last part of each path."""
    words = bare_words(command)
    words.update([word.rsplit("/", 1)[1] for word in words if "/" in word])
    words.discard("")
    return sorted({digests.word(word) for word in words})
