"""Looks at the commit hooks of the current repository, and whether git would run ours."""

from __future__ import annotations

import os

from tallystick.errors import HooksUnusable
from tallystick.host import commit_stub, git_repository
from tallystick.host.environment import commit_stub_path, installation, shorten
from tallystick.host.hook_files import OURS
from tallystick.model.remark import Remark
from tallystick.tasks.git_hooks import slots_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallystick.host.environment import Surroundings
    from tallystick.host.git_repository import Repository

_ABOUT = "commits"
_HINT = "tally install git-hook"


def remarks(place: Surroundings) -> Iterator[Remark]:
    """Say whether commits made here get trailers, and what is wrong where they should and do not."""
    try:
        repository = git_repository.current()
    except HooksUnusable:
        yield Remark(_ABOUT, f"no repository here: {_HINT}, run in one, puts what a session spent on its commits")
        return
    try:
        yield from _look(place, repository)
    except HooksUnusable as error:
        yield Remark(_ABOUT, str(error).replace("; nothing was changed", ""))


def _look(place: Surroundings, repository: Repository) -> Iterator[Remark]:
    slots = slots_of(repository.hooks)
    ours = [slot for slot in slots if slot.kind == OURS]
    shown = shorten(repository.hooks, place.environ)
    if not ours:
        yield from _look_elsewhere(place, repository)
    elif all(slot.is_current(place.root) for slot in slots):
        yield Remark(_ABOUT, f"{shown} has tally's hooks")
        yield from _look_behind(place)
    else:
        text = f"{shown} has hooks of tally's that are not whole or are of another root folder: {_HINT} mends them"
        yield Remark(_ABOUT, text, is_warning=True)


def _look_elsewhere(place: Surroundings, repository: Repository) -> Iterator[Remark]:
    """Where git does not look may be hooks of ours all the same."""
    folder = repository.own_hooks
    if folder != repository.hooks and any(slot.kind == OURS for slot in slots_of(folder)):
        shown, named = (shorten(one, place.environ) for one in (folder, repository.hooks))
        text = f"{shown} has tally's hooks, but core.hooksPath names {named}, so git runs none of them"
        yield Remark(_ABOUT, text, is_warning=True)
    else:
        yield Remark(_ABOUT, f"not in this repository: {_HINT} puts what a session spent on its commits")


def _look_behind(place: Surroundings) -> Iterator[Remark]:
    """Look at the program that the hooks run."""
    program = commit_stub_path(place.root)
    if not os.path.exists(program):
        text = f"their program {shorten(program, place.environ)} is missing: {_HINT} writes it again"
        yield Remark(_ABOUT, text, is_warning=True)
    elif not commit_stub.is_of(place.root, installation()):
        yield Remark(_ABOUT, f"another installation of tally writes them: {_HINT} lets this one do so")
