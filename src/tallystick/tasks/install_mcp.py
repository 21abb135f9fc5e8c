"""Lets a client start `tally mcp`: one member of `mcpServers` in the file where the client keeps a user's servers.

That file is the client's own and is rewritten by it all the time; so it is edited as text, in one step, only where it
is plain JSON, and the way back takes our member out and nothing else.
"""

from __future__ import annotations

import json
import os
import sys

from tallystick.agents import claude_code
from tallystick.errors import SettingsUnusable, UsageError
from tallystick.host import settings_file, transcripts
from tallystick.host.json_text import Members, NotJson
from tallystick.host.settings_text import put, put_back, take_out
from tallystick.kernel.display import clean
from tallystick.kernel.places import choose_root, home
from tallystick.model import installing
from tallystick.model.installing import Installation
from tallystick.tasks.install import difference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.host.environment import Surroundings
    from tallystick.host.settings_file import SettingsFile

KEY, NAME = "mcpServers", "tally"
_FILE = ".claude.json"
_MODULE = "tallystick"
_OWN = ("TALLY_ROOT", "XDG_DATA_HOME")


def install(place: Surroundings, *, replace: bool = False, dry_run: bool = False) -> Installation:
    """Register the server for all of a user's projects. One of another make that has our name stays unless `replace`.

    UsageError where the SDK is missing; SettingsUnusable, and nothing is changed, where the file cannot be edited.
    """
    if not _has_sdk():
        raise UsageError(
            "tally mcp needs the MCP SDK, which is not there: install tallystick with it, from the checkout "
            "pip install '.[mcp]'"
        )
    file = settings_file.read(servers_path(place))
    held = Held(file)
    done = Installation(file.path, installing.INSTALLED, stub="tally mcp")
    wanted = entry(place)
    if held.ours is not None:
        done.outcome = installing.ALREADY if held.ours == wanted else installing.RENEWED
    elif held.raw is not None:
        done.foreign = clean(held.raw)[:80]
        if not replace:
            raise SettingsUnusable(
                f"{file.path}: has another server that is called {NAME} ({done.foreign}), which stays: "
                "add --replace to put this one in its place"
            )
    if done.outcome != installing.ALREADY:
        data = file.with_text(_put(file, held, wanted))
        done.diff = difference(file, data)
        if not dry_run:
            settings_file.write(file, data)
    return done


def uninstall(place: Surroundings, *, dry_run: bool = False) -> Installation:
    """Take our server out of a client's file; one of another make that has our name is left alone."""
    file = settings_file.read(servers_path(place))
    held = Held(file)
    done = Installation(file.path, installing.NOTHING, stub="tally mcp")
    if held.ours is not None:
        done.outcome = installing.REMOVED
        data = file.with_text(held.without())
        done.diff = difference(file, data)
        if not dry_run:
            settings_file.write(file, data)
    return done


def servers_path(place: Surroundings) -> str:
    """Return the file of a user's servers: in the config folder where one is named, else in the home folder."""
    source = claude_code.SOURCE
    if not place.config_dirs and not place.environ.get(source.variable):
        return os.path.join(home(place.environ), _FILE)
    folders = transcripts.config_dirs(source, place.environ, tuple(place.config_dirs or ()))
    if len(folders) > 1:
        raise UsageError(f"there are several config folders ({', '.join(folders)}): name one with --config-dir")
    return os.path.join(os.path.abspath(folders[0]), _FILE)


def entry(place: Surroundings) -> dict[str, object]:
    """Return what the client is told: this Python, this package, and the root folder where it is not the usual one."""
    words = ["-P", "-m", _MODULE, "mcp"]  # the working folder is a project, whose modules are not ours
    told = {name: value for name, value in place.environ.items() if name not in _OWN}  # the client may lack the rest
    if place.root != os.path.abspath(choose_root(None, told)):
        words += ["--root", place.root]
    return {"type": "stdio", "command": sys.executable, "args": words, "env": {}}


def _has_sdk() -> bool:
    from importlib.util import find_spec

    return find_spec("mcp") is not None and find_spec("mcp_types") is not None


class Held:
    """The servers that a file has: their text, the text of the one with our name, and that one if it is ours."""

    __slots__ = ("_text", "ours", "raw", "servers")

    def __init__(self, file: SettingsFile) -> None:
        self._text = file.text
        self.servers = self.raw = None
        self.ours: dict[str, object] | None = None
        try:
            members = Members(self._text if self._text.strip() else "{}")
            member = members.find(KEY)
            self.servers = members.value_of(member) if member else None
            inner = Members(self.servers) if self.servers is not None else None
        except NotJson as error:
            raise file.misread(error) from None
        found = inner.find(NAME) if inner else None
        if inner is not None and found is not None:
            self.raw = inner.value_of(found)
            value = json.loads(self.raw)
            if isinstance(value, dict) and _is_ours(value.get("args")):
                self.ours = value

    def without(self) -> str:
        """Return the text without our server, and without the list of servers where it was the only one."""
        assert self.servers is not None
        inner = take_out(self.servers, NAME)
        return put_back(self._text, KEY, inner) if Members(inner).members else take_out(self._text, KEY)


def _is_ours(words: object) -> bool:
    return isinstance(words, list) and ["-m", _MODULE, "mcp"] in (words[:3], words[1:4])


def _put(file: SettingsFile, held: Held, wanted: dict[str, object]) -> str:
    """Return the new text, once it has been seen to say what the old one said and our server."""
    before = json.loads(file.text) if file.text.strip() else {}
    if held.servers is None:
        text = put(file.text, KEY, {NAME: wanted})
    else:
        text = put_back(file.text, KEY, put(held.servers, NAME, wanted))
    if json.loads(text) != before | {KEY: before.get(KEY, {}) | {NAME: wanted}}:
        raise SettingsUnusable(f"{file.path}: cannot be edited safely; nothing was changed: add the server by hand")
    return text
