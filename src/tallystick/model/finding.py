"""Findings: what a detector found, with the evidence of both sides; and how findings are counted."""

from __future__ import annotations

# How sure a finding is. Intent is not judged: the same bytes arrived twice, that is all that is claimed.
PROVEN, PROBABLE, AMPLIFICATION, UNKNOWN = LABELS = (
    "PROVEN_DUPLICATE",
    "PROBABLE_WASTE",
    "AMPLIFICATION_RISK",
    "UNKNOWN",
)

# Signatures in the order in which a redundant result is booked: to the first that claims it.
SIGNATURES = (
    "exact_reread",
    "duplicate_inspection",
    "no_state_retry",
    "rehydration",
    "duplicate_subagent_work",
    "invocation_mistake",
    "edit_oscillation",
    "abandoned_work",
    "cold_start",
    "cache_rebuild",
    "heavy_payload",
)
# Their payload is the direct inefficiency; of the others some are only counted, and some shown apart.
DIRECT = SIGNATURES[:5]
COUNTED = SIGNATURES[5:8]
APART = SIGNATURES[8:]
# Whose tokens are no estimate of a payload, and what they are.
DERIVED = {"cache_rebuild": "tokens written to the cache again, from what the responses reported"}


class Finding:
    """One match of a signature.

    `evidence` names the earlier event and the later one; `place` is the redundant result: file, line, part, block.
    `exposures` are token-turns by window (start in ms), in order; `window` is that of the later event, at `t` (ms).
    `hash` stands for the bytes that were the same, in hex; `path` is None where no file is meant; `subject` is what a
    reader would call the thing: the path, or a program's name. `note` says what the signature alone has to add.
    """

    __slots__ = (
        "evidence",
        "exposures",
        "hash",
        "label",
        "note",
        "path",
        "payload_tokens",
        "place",
        "project",
        "session",
        "signature",
        "subject",
        "t",
        "transcript",
        "version",
        "window",
    )

    def __init__(
        self,
        *,
        signature: str,
        label: str,
        version: int,
        session: str,
        project: str | None,
        transcript: str,
        evidence: tuple[str, ...],
        place: tuple[int, int, int, int],
        hash: str | None,  # noqa: A002 - the field's own name
        payload_tokens: int,
        exposures: tuple[tuple[int, int], ...],
        window: int,
        t: int,
        path: str | None,
        subject: str,
        note: str = "",
    ) -> None:
        self.signature = signature
        self.label = label
        self.version = version
        self.session = session
        self.project = project
        self.transcript = transcript
        self.evidence = evidence
        self.place = place
        self.hash = hash
        self.payload_tokens = payload_tokens
        self.exposures = exposures
        self.window = window
        self.t = t
        self.path = path
        self.subject = subject
        self.note = note

    @property
    def exposure(self) -> int:
        """Token-turns over all windows."""
        return sum(amount for _, amount in self.exposures)
