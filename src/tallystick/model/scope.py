"""What a question to the index is about."""

from __future__ import annotations


class Scope:
    """Bounds and exact names, None for open; `since_q` and `until_q` (exclusive) are epoch seconds // 900."""

    __slots__ = ("agent", "branch", "model", "project", "session", "since_q", "until_q")

    def __init__(
        self,
        *,
        since_q: int | None = None,
        until_q: int | None = None,
        project: str | None = None,
        model: str | None = None,
        session: str | None = None,
        agent: str | None = None,
        branch: str | None = None,
    ) -> None:
        self.since_q = since_q
        self.until_q = until_q
        self.project = project
        self.model = model
        self.session = session
        self.agent = agent
        self.branch = branch
