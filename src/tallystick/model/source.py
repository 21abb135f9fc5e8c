"""Sources: where an agent's transcripts live, declared and never opened here."""

from __future__ import annotations


class Source:
    """Config directories and what to look for in them.

    `variable` names directories, separated by commas, that replace `defaults`; transcripts end in `suffix` below
    `folder`; `sidecar` ends a small JSON file beside a transcript that names the call which spawned it;
    `expires` says that the client deletes transcripts after a time that its settings.json states.
    """

    __slots__ = ("defaults", "expires", "folder", "sidecar", "suffix", "variable")

    def __init__(
        self, *, variable: str, defaults: tuple[str, ...], folder: str, suffix: str, sidecar: str, expires: bool
    ) -> None:
        self.variable = variable
        self.defaults = defaults
        self.folder = folder
        self.suffix = suffix
        self.sidecar = sidecar
        self.expires = expires


class Place:
    """What a path says of a transcript: its id, its lines' session by default, whether a child wrote it, and which."""

    __slots__ = ("child", "is_subagent", "session", "transcript")

    def __init__(self, transcript: str, session: str, *, is_subagent: bool, child: str = "") -> None:
        self.child = child
        self.transcript = transcript
        self.session = session
        self.is_subagent = is_subagent
