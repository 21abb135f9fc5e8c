"""What the small programs under the root folder have in common: how they are put there, kept current and taken away.

Each names the installation that wrote it, and the fast path and the Python that it starts.
"""

from __future__ import annotations

import os

from tallystick.host.whole_files import make_folder, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def put(path: str, new: bytes) -> None:
    """Put a program of ours in its place; the same one is left as it is."""
    try:
        with open(path, "rb") as file:
            if file.read() == new and os.access(path, os.X_OK):
                return
    except OSError:
        make_folder(os.path.dirname(path))
    replace(path, new, 0o700)


def follow(path: str, sign: str, write: Callable[[], object]) -> None:
    """Let a program that bears our sign be written anew for this installation, unless it runs another one that is still
    there. A folder that cannot be written is passed over: no report fails for a program.
    """
    try:
        with open(path, "rb") as file:
            text = os.fsdecode(file.read())
        if sign in text and not runs_another(text):
            write()
    except OSError:
        return


def is_of(path: str, mark: str) -> bool:
    """Whether a program names this installation as the one that wrote it."""
    with open(path, "rb") as file:
        return os.fsencode(f"\n{mark}\n") in file.read()


def runs_another(text: str) -> bool:
    """Whether the fast path of a program of ours lies outside this installation and still can be run."""
    found = {name: unquote(word) for name, _, word in (line.partition("=") for line in text.splitlines())}
    fast, python = found.get("fast", ""), found.get("python", "")
    elsewhere = os.path.dirname(os.path.dirname(fast)) != package()
    return elsewhere and os.path.isfile(fast) and os.access(python, os.X_OK)


def take_away(path: str) -> None:
    """Take a program of ours away, and its folder if nothing else is in it."""
    if os.path.lexists(path):
        os.unlink(path)
    folder = os.path.dirname(path)
    if os.path.isdir(folder) and not os.listdir(folder):
        os.rmdir(folder)


def unquote(word: str) -> str:
    """Return what a word that was quoted says."""
    return word[1:-1].replace("'\\''", "'") if len(word) > 1 and word[0] == word[-1] == "'" else word


def package() -> str:
    """Return the folder of this installation's modules."""
    return os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
