"""An audit: what a session cost by our count beside what its client says that it cost."""

from __future__ import annotations


class AuditRow:
    """One session: both costs in attodollars (None: unknown) and the reasons why they differ.

    `lower` responses of our side are lower bounds; `unpriced` models are in the client's cost and not in ours.
    """

    __slots__ = ("client", "first_ms", "is_lower_bound", "ours", "project", "reasons", "session", "short")

    def __init__(
        self,
        *,
        session: str,
        short: str,
        project: str,
        first_ms: int | None,
        ours: int | None,
        is_lower_bound: bool,
        client: int | None,
        reasons: list[str],
    ) -> None:
        self.session = session
        self.short = short
        self.project = project
        self.first_ms = first_ms
        self.ours = ours
        self.is_lower_bound = is_lower_bound
        self.client = client
        self.reasons = reasons

    @property
    def difference(self) -> int | None:
        """The client's cost minus ours, None where one is unknown."""
        return None if self.client is None or self.ours is None else self.client - self.ours

    @property
    def agrees(self) -> bool:
        """Whether both costs are known and one, to a billionth of a dollar and the noise of the client's floats."""
        return self.would_agree(self.ours)

    def would_agree(self, ours: int | None) -> bool:
        """Say whether another cost of ours would agree with the client's."""
        if ours is None or self.client is None:
            return False
        return abs(self.client - ours) <= 10**9 + abs(self.client) // 10**12
