"""Puts our extension into pi's folder, and takes it out again; a file of another make, or an edited one, stays."""

from __future__ import annotations

import os

from tallystick.agents import pi
from tallystick.errors import SettingsUnusable, UsageError
from tallystick.host import extension_file, transcripts
from tallystick.host.environment import shorten
from tallystick.host.extension_file import EDITED, FOREIGN, NONE, OURS
from tallystick.model import installing
from tallystick.model.installing import Installation
from tallystick.model.remark import Remark
from tallystick.tasks.install import changed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallystick.host.environment import Surroundings
    from tallystick.host.extension_file import Found

STUB = "tally pi serve"
_ABOUT = "pi bridge"


def install(place: Surroundings, *, dry_run: bool = False) -> Installation:
    """Let pi load our extension from its next start on.

    UsageError where there is no pi; SettingsUnusable, and nothing is changed, where a file is there that is not ours.
    """
    path = extension_path(place)
    folder = os.path.dirname(os.path.dirname(path))
    if not os.path.isdir(folder):
        raise UsageError(f"{folder}: there is no pi here: start pi once, or name its folder with --config-dir")
    found = _ours_or_none(extension_file.look(path))
    makes_folder = found.made_folder or not os.path.isdir(os.path.dirname(path))
    data = extension_file.written(place, makes_folder=makes_folder)
    done = Installation(path, installing.INSTALLED if found.kind == NONE else installing.RENEWED, stub=STUB)
    if found.data == data:
        done.outcome = installing.ALREADY
        return done
    done.diff = changed(path, found.data, data)
    if not dry_run:
        extension_file.write(path, data)
    return done


def uninstall(place: Surroundings, *, dry_run: bool = False) -> Installation:
    """Take our extension away; a file of another make is left alone, an edited one of ours too."""
    path = extension_path(place)
    found = extension_file.look(path)
    done = Installation(path, installing.NOTHING, stub=STUB)
    if found.kind in {NONE, FOREIGN}:
        return done
    _ours_or_none(found)
    done.outcome = installing.REMOVED
    done.diff = changed(path, found.data, b"")
    if not dry_run:
        extension_file.remove(found)
    return done


def extension_path(place: Surroundings) -> str:
    """Return where the extension belongs; UsageError where several folders of pi are named."""
    folders = transcripts.config_dirs(pi.SOURCE, place.environ, tuple(place.config_dirs or ()))
    if len(folders) > 1:
        raise UsageError(f"there are several folders of pi ({', '.join(folders)}): name one with --config-dir")
    return os.path.join(os.path.abspath(folders[0]), "extensions", extension_file.NAME)


def remarks(place: Surroundings) -> Iterator[Remark]:
    """Say whether pi, where there is one, loads our extension, and what is wrong with it."""
    for folder in transcripts.config_dirs(pi.SOURCE, place.environ, tuple(place.config_dirs or ())):
        if not os.path.isdir(folder):
            continue
        path = os.path.join(folder, "extensions", extension_file.NAME)
        try:
            yield _say(place, extension_file.look(path), shorten(path, place.environ))
        except SettingsUnusable as error:
            yield Remark(_ABOUT, str(error), is_warning=True)


def _say(place: Surroundings, found: Found, shown: str) -> Remark:
    if found.kind == NONE:
        return Remark(_ABOUT, "not installed: tally install pi keeps out of pi's context what it can do without")
    if found.kind == FOREIGN:
        return Remark(_ABOUT, f"{shown} is of another make")
    if found.kind == EDITED:
        return Remark(_ABOUT, f"{shown} was edited since it was installed", is_warning=True)
    if found.data != extension_file.written(place, makes_folder=found.made_folder):
        return Remark(_ABOUT, f"{shown} is of another installation of tally: tally install pi lets this one answer")
    return Remark(_ABOUT, f"{shown} starts this tally")


def _ours_or_none(found: Found) -> Found:
    if found.kind in {NONE, OURS}:
        return found
    what = "was edited since tally wrote it, and stays" if found.kind == EDITED else "is another extension, which stays"
    raise SettingsUnusable(f"{found.path}: {what}: move it away, and try again")
