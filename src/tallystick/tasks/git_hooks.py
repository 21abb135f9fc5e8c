"""Puts our hooks into a repository, or takes them out: all of them, or none and the reason."""

from __future__ import annotations

import os

from tallystick.errors import HooksUnusable
from tallystick.host import commit_stub, git_repository, hook_files
from tallystick.host.hook_files import CALL, FOREIGN, NAMES, OURS
from tallystick.model import installing
from tallystick.model.hooking import Hooking

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.host.environment import Surroundings
    from tallystick.host.git_repository import Repository
    from tallystick.host.hook_files import Slot

_INSTEAD = f"let it run  {CALL}"


def install(place: Surroundings, *, dry_run: bool = False) -> Hooking:
    """Make git run our hooks in the current repository, behind those that are there; HooksUnusable, and nothing is
    changed, where another program owns them.
    """
    repository = git_repository.current()
    slots = slots_of(repository.hooks)
    _refuse_others(repository, slots)
    todo = [slot for slot in slots if not slot.is_current(place.root)]
    done = Hooking(repository.hooks, installing.INSTALLED if todo else installing.ALREADY)
    if todo and any(slot.kind == OURS for slot in slots):
        done.outcome = installing.RENEWED
    done.written = [slot.name for slot in todo]
    done.kept = [slot.name for slot in slots if slot.kind == FOREIGN or (slot.kind == OURS and slot.has_kept)]
    if not dry_run:
        commit_stub.write(place.root)
        os.makedirs(repository.hooks, exist_ok=True)
        _put_all(todo, place.root)
    return done


def uninstall(*, dry_run: bool = False) -> Hooking:
    """Give the current repository the hooks that it had before; hooks that are not ours are left alone.

    Those in git's own folder go too where core.hooksPath has been set since.
    """
    repository = git_repository.current()
    folders = dict.fromkeys((repository.hooks, repository.own_hooks))
    ours = [slot for folder in folders for slot in slots_of(folder) if slot.kind == OURS]
    for slot in ours:
        if slot.is_edited:
            raise HooksUnusable(f"{slot.path}: was edited since; nothing was changed: take our lines out by hand")
    done = Hooking(repository.hooks, installing.REMOVED if ours else installing.NOTHING)
    done.back = [slot.name for slot in ours if slot.has_kept]
    done.out = [slot.name for slot in ours if not slot.has_kept]
    for slot in ours if not dry_run else ():
        hook_files.put_back(slot)
    return done


def slots_of(folder: str) -> list[Slot]:
    """Read the places of our hooks in a folder."""
    return [hook_files.look(os.path.join(folder, name)) for name in NAMES]


def _refuse_others(repository: Repository, slots: list[Slot]) -> None:
    folder = repository.hooks
    if ".husky" in folder.split(os.sep):
        raise HooksUnusable(f"{folder}: belongs to husky; nothing was changed: {_instead('prepare-commit-msg')}")
    if repository.scope in {"global", "system"}:
        raise HooksUnusable(
            f"{folder}: holds the hooks of all your repositories (core.hooksPath in {repository.origin}); nothing was"
            f" changed: {_instead('prepare-commit-msg')}"
        )
    if folder != repository.own_hooks and repository.tracks(folder):
        raise HooksUnusable(
            f"{folder}: is part of what the repository keeps, for others too; nothing was changed:"
            f" {_instead('prepare-commit-msg')}"
        )
    for slot in slots:
        manager = hook_files.manager_of(slot)
        if manager is not None:
            raise HooksUnusable(f"{slot.path}: belongs to {manager}; nothing was changed: {_instead(slot.name)}")
        if slot.kind == FOREIGN and slot.has_kept:
            raise HooksUnusable(
                f"{slot.kept}: is in the way of the hook that is there now; nothing was changed: move one of them away"
            )


def _instead(name: str) -> str:
    return f"{_INSTEAD.format(name=name)}  (docs/commits.md)"


def _put_all(slots: list[Slot], root: str) -> None:
    """Put our hooks in their places; where one cannot be, take back those that were."""
    done: list[Slot] = []
    try:
        for slot in slots:
            hook_files.put(slot, root)
            done.append(slot)
    except OSError as error:
        for slot in done:
            hook_files.undo(slot)
        raise HooksUnusable(
            f"{error.filename or slots[len(done)].path}: cannot be written ({error.strerror}); nothing was changed"
        ) from None
