"""What a session holds beside its talk: compactions, forks, interrupts, limits, torn lines, the client's own sums."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING
from uuid import uuid5

from .teller import NAMESPACE, SYSTEM_TOKENS, Teller, tokens

if TYPE_CHECKING:
    from tests.casebook.thread import Json

    from .world import Usage

# Dollars per million tokens as the client reckons: input, 5m, 1h, read, output. It gives a strange model its own price.
RATES = {
    "claude-opus-5-5": ("4", "5", "8", "0.2", "20"),
    "claude-sonnet-5-5": ("2", "2.5", "4", "0.1", "10"),
    "claude-haiku-5-5": ("0.1", "0.125", "0.2", "0.01", "0.5"),
}


def compaction(teller: Teller, summary: str) -> None:
    """Compact by hand: the request reads the whole talk, and only the client's sums know of it."""
    usage: Usage = (3, 0, teller.context - teller.cached, teller.cached, tokens(len(summary)) + 900)
    teller.claim(teller.model, usage)
    teller.world.tally.hide(usage)
    before, context = teller.parent, teller.context
    teller.pause(0.5)
    teller.context = SYSTEM_TOKENS + tokens(len(summary))
    metadata: Json = {"trigger": "manual", "preTokens": context, "postTokens": teller.context, "durationMs": 28400}
    answers = [entry["uuid"] for entry in teller.entries if entry["type"] == "assistant"]
    metadata["preservedMessages"] = {"uuids": answers[-1:]}
    body = {"logicalParentUuid": before, "subtype": "compact_boundary", "content": "Conversation compacted"}
    teller.add("system", {**body, "level": "info", "isMeta": False, "compactMetadata": metadata}, parent=None)
    frame = f"This session goes on from an earlier one. What happened there:\n{summary}"
    marks = {"isVisibleInTranscriptOnly": True, "isCompactSummary": True}
    teller.add("user", {"message": {"role": "user", "content": frame}, **marks})
    teller.cached = SYSTEM_TOKENS
    teller.world.tally.counts["boundaries"] += 1


def fork(parent: Teller, name: str, start: str) -> Teller:
    """A new session that begins with what the parent's context holds, each answer marked as the parent's. Behind a
    compaction that is the boundary, the summary, the message that was preserved (hung on the summary), and the rest.
    """
    child = Teller(parent.world, parent.project, name, start, parent.model, client=parent.client)
    entries = parent.entries
    cuts = [place for place, entry in enumerate(entries) if entry.get("subtype") == "compact_boundary"]
    if cuts:
        boundary, summary, *rest = entries[cuts[-1] :]
        kept = boundary["compactMetadata"]["preservedMessages"]["uuids"]
        hung = [{**entry, "parentUuid": summary["uuid"]} for entry in entries if entry["uuid"] in kept]
        entries = [boundary, summary, *hung, *rest]
    for entry in entries:
        mark = {"requestSessionId": parent.session} if entry["type"] == "assistant" else {}
        child.bare({**entry, **mark, "sessionId": child.session})
    child.parent, child.context, child.cached, child.last = parent.parent, parent.context, parent.cached, parent.last
    child.claims = {model: list(row) for model, row in parent.claims.items()}
    child.world.tally.counts["forked_files"] += 1
    return child


def interrupt(teller: Teller, words: str) -> None:
    """An answer that the person stopped: its line holds the count that the stream began with."""
    kept, teller.stops = teller.stops, False
    teller.answer(words)
    teller.stops = kept
    content = [{"type": "text", "text": "[Request interrupted by user]"}]
    teller.add("user", {"message": {"role": "user", "content": content}})


def limit(teller: Teller, resets_at: int) -> None:
    """The plan's five-hour limit, as a line that the client writes in the model's place."""
    quota = {"status": "rejected", "resetsAt": resets_at, "rateLimitType": "five_hour", "isUsingOverage": False}
    counts = dict.fromkeys(
        ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens"), 0
    )
    message = {
        "id": str(uuid5(NAMESPACE, f"limit {teller.file}")),
        "model": "<synthetic>",
        "role": "assistant",
        "type": "message",
        "stop_reason": "stop_sequence",
        "stop_sequence": "",
        "usage": counts,
        "content": [{"type": "text", "text": "You've hit your session limit \u00b7 resets 8pm (Etc/UTC)"}],
    }
    fields = {"error": "rate_limit", "isApiErrorMessage": True, "apiErrorStatus": 429, "quotaLimits": quota}
    teller.add("assistant", {"message": message}, **fields)
    teller.world.tally.counts["synthetic"] += 1


def tear(teller: Teller) -> None:
    """A line that another process cut in two: the second half is gone."""
    teller.lines.append(teller.lines[-1][:140])
    place = {"file": teller.file, "line": len(teller.lines), "reason": "unreadable"}
    teller.world.rejections.append(place)
    teller.world.tally.counts["rejections"] += 1


def end(teller: Teller) -> None:
    """The last line of a session: the client's own sums; and the file is done."""
    leave(teller)
    teller.finish()


def leave(teller: Teller) -> None:
    """What the client writes when a person leaves it: its own sums so far."""
    models, total = {}, Decimal()
    for model, row in teller.claims.items():
        rates = RATES.get(model, RATES["claude-opus-5-5"])
        cost = sum((Decimal(rate) * count for rate, count in zip(rates, row, strict=True)), Decimal()) / 1_000_000
        total += cost
        models[model] = {
            "inputTokens": row[0],
            "outputTokens": row[4],
            "cacheReadInputTokens": row[3],
            "cacheCreationInputTokens": row[1] + row[2],
            "cacheCreationEphemeral5mInputTokens": row[1],
            "cacheCreationEphemeral1hInputTokens": row[2],
            "webSearchRequests": 0,
            "costUSD": float(cost),
        }
    teller.bare(
        {
            "type": "cost-state",
            "sessionId": teller.session,
            "totalCostUSD": float(total),
            "modelUsage": models,
            "hasUnknownModelCost": not RATES.keys() >= models.keys(),
        }
    )
