"""A long output of a command gives way to a digest before the model reads it.

**Counts** `estimate(raw output) - estimate(digest)`, once for each output that was replaced. The event `bash` says what
was booked.

**Rule.** Successful outputs of the tool `bash` with text, from `PI_CTX_BASH_MIN_TOKENS` on: an output of exactly that
many is digested. Notes of the host that an output was cut, and where the whole of it lies, are taken out first and do
not count towards that size. The auxiliary model is asked; where it gives no answer, the filters of tally that know the
command's tool make the digest (event `bash` too); where they leave the output as long as it was, its end is kept, 120
lines and `PI_CTX_BASH_FALLBACK_BYTES` at most (event `bash-fallback`).

**Caveats.** A digest that is not shorter is not used and counts 0. What the auxiliary model took to make it is not
subtracted here but stands beside the sum. Failed commands, pictures and other tools are left alone. The digest
replaces the output in the session too: what it left out is gone from there.
"""

from __future__ import annotations

import re

from tallystick.mechanisms.estimate import estimate
from tallystick.mechanisms.messages import text_of
from tallystick.mechanisms.records import Ask, Change, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tallystick.mechanisms.records import Event
    from tallystick.mechanisms.settings import Settings

NAME = "bash"
EVENTS: dict[str, tuple[str, ...]] = {
    "bash": ("toolCallId", "command", "originalTokens", "summaryTokens", "saved"),
    "bash-fallback": ("toolCallId", "originalTokens", "fallbackTokens", "saved"),
}
CHANGES = {"bash_digest": "tool_output", "bash_tail": "tool_output"}
BUCKETS = {"bash_digest": "structured_projection", "bash_tail": "truncate_output"}
_LINES = 120
_LONGEST_TARGET = 2000  # characters that the model is told to aim at, at most
_GONE = "[output discarded]"
# How pi 0.73 and 1.6, and its forks, say that an output was cut; the file it names holds what the digest leaves out.
_SAVED = re.compile(r"\[(?:Output truncated|Showing)\b[^][\n]*?Full output(?: saved to)?: [^][\n]*\]")
_SAVED_BARE = re.compile(r"Full output saved to: \S+")
_CUT = re.compile(r"\[Output truncated\b[^][\n]*\]")
_PROMPT = """\
You condense the output of a shell command for a coding agent, which will read your digest and not the output.
Keep, word for word: exit codes, errors and warnings, failing tests, file paths, line numbers, counts, versions, and the
conclusion. Leave out progress, repetition and what succeeded without a result. Say nothing that is not in the output.
Answer with bullets alone, {target} characters at most."""


def begin(result: Mapping[str, object], settings: Settings) -> Ask | None:
    """Return the question for a digest, None where the result is to stay as it is."""
    if result.get("toolName") != "bash" or result.get("isError"):
        return None
    text = sanitize(text_of(result.get("content")))
    if not text.strip() or estimate(text) < settings.bash_min_tokens:
        return None
    target = min(4 * settings.bash_max_summary_tokens, _LONGEST_TARGET)
    return Ask(
        NAME,
        result,
        prompt=_PROMPT.format(target=target),
        content=f"Command: {command(result)}\n\n<output>\n{text}\n</output>",
        max_tokens=settings.bash_max_summary_tokens,
        timeout_ms=settings.aux_timeout_ms,
    )


def finish(ask: Ask, reply: str | None, settings: Settings, digest: Callable[[str, str], str] | None) -> Outcome:
    """Return the replacement: the reply, else what `digest` makes of command and output, else the output's end."""
    raw = text_of(ask.result.get("content"))
    text = sanitize(raw)
    if reply and reply.strip():
        return _digested(ask, raw, reply.strip())
    if digest is not None:
        short = digest(command(ask.result), text)
        if short.strip() and estimate(short) < estimate(raw):
            return _digested(ask, raw, short)
    return _cut_off(ask, raw, text, settings.bash_fallback_bytes)


def sanitize(text: str) -> str:
    """Return an output without the host's notes on where the whole of it lies; never longer."""
    text = _SAVED_BARE.sub(_GONE, _SAVED.sub(_GONE, text))
    return _CUT.sub("", text)


def command(result: Mapping[str, object]) -> str:
    """Return the command that a result is of, "" where the host does not say it."""
    given = result.get("input")
    found = given.get("command") if isinstance(given, dict) else ""
    return found if isinstance(found, str) else ""


def tail(text: str, most: int) -> str:
    """Return the end of a text: so many lines and UTF-8 bytes at most, no character split."""
    lines = "\n".join(text.split("\n")[-_LINES:])
    data = lines.encode("utf-8", "surrogatepass")
    return data[max(0, len(data) - most) :].decode("utf-8", "ignore") if len(data) > most else lines


def _digested(ask: Ask, raw: str, digest: str) -> Outcome:
    before, after = estimate(raw), estimate(digest)
    saved = max(0, before - after)
    event: Event = {
        "kind": "bash",
        "toolCallId": ask.tool_call_id,
        "command": command(ask.result),
        "originalTokens": before,
        "summaryTokens": after,
        "saved": saved,
    }
    if not saved:
        return Outcome(events=[event])
    details = {"summarized": True, "originalTokens": before, "summaryTokens": after}
    return _replaced(ask, "bash_digest", raw, digest, event, details)


def _cut_off(ask: Ask, raw: str, text: str, most: int) -> Outcome:
    end = tail(text, most)
    size, whole = (len(one.encode("utf-8", "surrogatepass")) for one in (end, text))
    short = f"{end}\n[tally: no digest could be made; these are the last {size:,} of {whole:,} bytes]"
    before, after = estimate(raw), estimate(short)
    saved = max(0, before - after)
    event: Event = {
        "kind": "bash-fallback",
        "toolCallId": ask.tool_call_id,
        "originalTokens": before,
        "fallbackTokens": after,
        "saved": saved,
    }
    if not saved:
        return Outcome(events=[event])
    details = {"summarized": False, "originalTokens": before, "fallbackTokens": after}
    return _replaced(ask, "bash_tail", raw, short, event, details)


def _replaced(ask: Ask, mechanism: str, raw: str, text: str, event: Event, said: Mapping[str, object]) -> Outcome:
    content = ask.result.get("content")
    others = [one for one in content if not _is_text(one)] if isinstance(content, list) else []
    old = ask.result.get("details")
    kept = dict(old) if isinstance(old, dict) else {}
    for name in ("fullOutputPath", "truncation"):
        kept.pop(name, None)
    change = Change(
        mechanism,
        bucket=BUCKETS[mechanism],
        surface=CHANGES[mechanism],
        before=raw,
        after=text,
        tool_call_id=ask.tool_call_id,
    )
    return Outcome(
        content=[{"type": "text", "text": text}, *others],
        details={**kept, **said},
        events=[event],
        changes=[change],
    )


def _is_text(block: object) -> bool:
    return isinstance(block, dict) and block.get("type") == "text"
