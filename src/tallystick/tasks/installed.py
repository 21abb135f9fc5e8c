"""Looks at the status lines that clients' settings have, and whether ours would print one."""

from __future__ import annotations

import os

from tallystick.agents import claude_code
from tallystick.errors import SettingsUnusable
from tallystick.host import settings_file, stub, transcripts
from tallystick.host.environment import installation, shorten, stub_path
from tallystick.model.remark import Remark
from tallystick.tasks.settings_parts import Line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallystick.host.environment import Surroundings
    from tallystick.host.settings_file import SettingsFile

_ABOUT = "status line"
_HINT = "tally install statusline"


def remarks(place: Surroundings) -> Iterator[Remark]:
    """Say for each config folder that is there whose status line its settings have, and what is wrong with ours."""
    found = []
    for folder in transcripts.config_dirs(claude_code.SOURCE, place.environ, tuple(place.config_dirs or ())):
        try:
            file = settings_file.read(os.path.join(folder, "settings.json"))
            found += list(_look(place, file)) if file.data is not None else []
        except SettingsUnusable as error:
            found.append(Remark(_ABOUT, str(error), is_warning=True))
    yield from found or [Remark(_ABOUT, f"not installed: {_HINT} shows it in Claude Code")]


def _look(place: Surroundings, file: SettingsFile) -> Iterator[Remark]:
    line = Line(file, place.root)
    shown = shorten(file.path, place.environ)
    if line.is_ours:
        yield Remark(_ABOUT, f"{shown} runs tally's")
        yield from _try(place, line)
        if line.is_silenced:
            yield Remark(_ABOUT, f"{shown} has disableAllHooks, so the client shows no status line", is_warning=True)
    elif line.value is not None:
        yield Remark(_ABOUT, f"{shown} has another tool's ({line.shown}); {_HINT} --replace remembers it")


def _try(place: Surroundings, line: Line) -> Iterator[Remark]:
    """Run ours as the client would."""
    program = stub_path(place.root)
    runs = stub.path_of(line.command) or ""
    if runs != program:
        yield Remark(_ABOUT, f"it is that of another root folder: {shorten(runs, place.environ)}")
    elif not os.path.exists(program):
        text = f"its program {shorten(program, place.environ)} is missing: {_HINT} writes it again"
        yield Remark(_ABOUT, text, is_warning=True)
        return
    elif not stub.is_of(place.root, installation()):
        yield Remark(_ABOUT, f"another installation of tally draws it: {_HINT} lets this one do so")
    code, text = stub.try_out(str(line.command))
    if code or not text.strip() or text.startswith(stub.GONE):
        yield Remark(_ABOUT, f"it prints no figures: {_HINT} mends it", is_warning=True)
