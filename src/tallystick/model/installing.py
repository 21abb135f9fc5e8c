"""What an installation or its end did to a client's settings, or would do."""

from __future__ import annotations

# What became of the settings file.
INSTALLED = "installed"
RENEWED = "renewed"  # it was ours before, with another command
ALREADY = "already"
REMOVED = "removed"
RESTORED = "restored"  # byte for byte what it was
NOTHING = "nothing"


class Installation:
    """The outcome for one settings file: `diff` are the lines that change, `foreign` the command of another tool's line
    that was replaced or put back, `backup` where the bytes as they were lie; `is_silenced`: the client runs none of it;
    `part`: what is installed, `stub` what that is to run.
    """

    __slots__ = ("backup", "diff", "foreign", "is_silenced", "outcome", "part", "path", "stub")

    def __init__(self, path: str, outcome: str, *, stub: str, part: str = "statusline") -> None:
        self.path = path
        self.outcome = outcome
        self.stub = stub
        self.part = part
        self.diff: tuple[str, ...] = ()
        self.foreign: str | None = None
        self.backup: str | None = None
        self.is_silenced = False
