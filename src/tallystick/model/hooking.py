"""What an installation or its end did to a repository's hooks, or would do."""

from __future__ import annotations


class Hooking:
    """The outcome for one repository (one of `model.installing`): the `folder` of its hooks, the names of hooks that
    were `written`, `kept` beside ours, put `back`, or taken `out`.
    """

    __slots__ = ("back", "folder", "kept", "out", "outcome", "written")

    def __init__(self, folder: str, outcome: str) -> None:
        self.folder = folder
        self.outcome = outcome
        self.written: list[str] = []
        self.kept: list[str] = []
        self.back: list[str] = []
        self.out: list[str] = []
