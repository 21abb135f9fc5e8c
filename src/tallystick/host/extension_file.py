"""pi's extension as a file: the one that comes with this package, told which tally to start, and the one that is there.

An installed file ends with a line of ours that has the hash of all before it: so one that somebody edited is told from
one of another version.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys

from tallystick.errors import SettingsUnusable
from tallystick.host.whole_files import replace
from tallystick.kernel.places import choose_root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.host.environment import Surroundings

NAME = "tallystick.ts"
_HEAD = b"// tallystick for pi: "
_COMMAND = 'const COMMAND = ["tally"];'
_KEPT, _MADE = b"// written by tally install pi, sha256 ", b"// written with its folder by tally install pi, sha256 "
_LARGEST = 1 << 20
_OWN = ("TALLY_ROOT", "XDG_DATA_HOME")
# What the file that is there is.
NONE, OURS, EDITED, FOREIGN = range(4)


class Found:
    """What is where the extension would be: its kind, its bytes, and whether we made the folder for it."""

    __slots__ = ("data", "kind", "made_folder", "path")

    def __init__(self, path: str, data: bytes | None) -> None:
        self.path = path
        self.data = data
        self.made_folder = False
        self.kind = NONE if data is None else FOREIGN
        if data is None or not data.startswith(_HEAD):
            return
        body, _, last = data.removesuffix(b"\n").rpartition(b"\n")
        body += b"\n"
        signatures = {signature + _hash(body): signature for signature in (_KEPT, _MADE)}
        self.kind = OURS if last in signatures else EDITED
        self.made_folder = signatures.get(last) == _MADE


def look(path: str) -> Found:
    """Look at a place; SettingsUnusable where it is a link or cannot be read."""
    if os.path.islink(path):
        raise SettingsUnusable(f"{path}: is a link, which stays: remove it, and try again")
    try:
        with open(path, "rb") as file:
            return Found(path, file.read(_LARGEST))
    except FileNotFoundError:
        return Found(path, None)
    except OSError as error:
        raise SettingsUnusable(f"{path}: {error.strerror}: check the place and its permissions") from None


def written(place: Surroundings, *, makes_folder: bool) -> bytes:
    """Return the file that starts this installation, for this root folder where it is not the usual one."""
    import tallystick

    with open(os.path.join(os.path.dirname(tallystick.__file__), "pi", NAME), encoding="utf-8") as file:
        source = file.read()
    words = [sys.executable, "-P", "-m", "tallystick"]
    told = {name: value for name, value in place.environ.items() if name not in _OWN}  # pi may lack the rest
    if place.root != os.path.abspath(choose_root(None, told)):
        words += ["--root", place.root]
    before, found, after = source.partition(_COMMAND)
    assert found, "the extension has lost the line that says what to start"
    body = f"{before}const COMMAND = {json.dumps(words)};{after}".encode()
    return body + (_MADE if makes_folder else _KEPT) + _hash(body) + b"\n"


def write(path: str, data: bytes) -> None:
    """Put the file there, and its folder."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    replace(path, data, mode=0o644)


def remove(found: Found) -> None:
    """Take the file away, and the folder that we made for it if nothing else has come into it."""
    os.unlink(found.path)
    folder = os.path.dirname(found.path)
    if found.made_folder and not os.listdir(folder):
        os.rmdir(folder)


def _hash(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest().encode()
