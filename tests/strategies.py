"""Hypothesis strategies for transcripts: lines as the client writes them, in odd mixtures, and lines nobody should write.

Ids, sessions and times come from small pools, so that lines meet: copies, parts of one response, several sessions a file.
"""

from __future__ import annotations

import json
import os
from typing import Any

from hypothesis import strategies as st

from tests.casebook.thread import sid

Json = dict[str, Any]


def examples(number: int) -> int:
    """How many examples a property looks at; ten times as many where TALLY_THOROUGH asks for it."""
    return number * (10 if os.environ.get("TALLY_THOROUGH") else 1)


MODELS = ("claude-opus-4-6", "claude-haiku-4-5", "glm-5")
# three in one quarter of an hour, one in the next, one a day later, one in another spelling, two that are none
TIMES = (
    "2026-03-02T09:00:00.000Z",
    "2026-03-02T09:00:01.500Z",
    "2026-03-02T09:14:59.999Z",
    "2026-03-02T09:15:00.000Z",
    "2026-03-03T00:00:00.000Z",
    "2026-03-02T10:00:00+01:00",
    "2026-03-02T09:00:61.000Z",
    "yesterday",
)
COMMANDS = (
    "ls -la",
    "cd /srv/kiln && pytest -q 2>&1 | tail -5",
    "git commit -m 'Fire the kiln'",
    "curl https://kiln.example/api > out.json",
    "cat <<'EOF' > a.txt\nclay\nEOF",
)
TEXTS = (
    "Go on.",
    "All tests pass.",
    "caf\u00e9 \U0001f3fa",
    "a\u2028b",
    "half \ud83d",
    "Exit code 2\nNo such file or directory",
    "     1\u2192one\n     2\u2192two",
    "",
)

short_texts = st.sampled_from(TEXTS)
counts = st.one_of(st.integers(0, 300_000), st.sampled_from([0, 1, 2**53, None, 7.0]))
times = st.sampled_from(TIMES)
sessions = st.sampled_from([sid(1), sid(2), sid(3)])
uuids = st.integers(0, 9).map(lambda n: f"0000000{n}-aaaa-4000-9000-0000000000aa")
calls = st.integers(0, 4).map(lambda n: f"toolu_{n}")
anything = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def usages() -> st.SearchStrategy[Json]:
    """What a response reports; splits that explain all, some, none or more than all of what was written."""
    split = st.none() | st.fixed_dictionaries(
        {}, optional={"ephemeral_5m_input_tokens": counts, "ephemeral_1h_input_tokens": counts}
    )
    return st.fixed_dictionaries(
        {"input_tokens": counts, "output_tokens": counts},
        optional={
            "cache_creation_input_tokens": counts,
            "cache_read_input_tokens": counts,
            "cache_creation": split,
            "server_tool_use": st.none() | st.fixed_dictionaries({"web_search_requests": st.integers(0, 3)}),
            "service_tier": st.sampled_from(["standard", "batch", None]),
            "speed": st.sampled_from(["standard", "fast", None]),
            "inference_geo": st.sampled_from(["us", "global", "", None]),
            "iterations": st.just([]),
        },
    )


odd_fields: st.SearchStrategy[Json] = st.dictionaries(
    st.sampled_from(["file_path", "command", "old_string", "new_string", "content", "offset", "replace_all", "prompt"]),
    st.sampled_from([None, 7, True, "x", [], {"a": 1}, "\u00e9/"]),
    max_size=3,
)


def inputs() -> st.SearchStrategy[tuple[str, Json]]:
    """A tool and what it is called with, of the right kinds and of any."""
    paths = st.sampled_from(["/srv/a.txt", "b/../c.txt", ""])
    ranges = st.fixed_dictionaries(
        {"file_path": paths}, optional={"offset": counts, "limit": st.sampled_from([5, "7", True])}
    )
    texts = {"file_path": st.just("/srv/a.txt"), "old_string": short_texts, "new_string": short_texts}
    edits = st.fixed_dictionaries({**texts, "replace_all": st.none() | st.booleans()})
    return st.one_of(
        st.tuples(st.just("Bash"), st.sampled_from(COMMANDS).map(lambda text: {"command": text})),
        st.tuples(st.just("Read"), ranges),
        st.tuples(st.just("Edit"), edits),
        st.tuples(st.sampled_from(["Task", "Agent"]), st.fixed_dictionaries({"prompt": short_texts})),
        st.tuples(
            st.sampled_from(["Grep", "WebSearch", "mcp__kiln__fire"]),
            st.dictionaries(st.text(max_size=3), anything, max_size=2),
        ),
        st.tuples(st.sampled_from(["Bash", "Read", "Edit", "Write", "Task"]), odd_fields),
    )


def blocks() -> st.SearchStrategy[Json]:
    """Blocks of an assistant's message."""
    used = st.tuples(calls, inputs()).map(
        lambda pair: {"type": "tool_use", "id": pair[0], "name": pair[1][0], "input": pair[1][1]}
    )
    said = short_texts.map(lambda text: {"type": "text", "text": text})
    return used | said | st.just({"type": "thinking", "thinking": "Hm.", "signature": "x"})


def heads() -> st.SearchStrategy[Json]:
    """What every line has, or lacks."""
    return st.fixed_dictionaries(
        {"sessionId": sessions},
        optional={
            "uuid": uuids,
            "parentUuid": st.none() | uuids,
            "timestamp": times,
            "cwd": st.sampled_from(["/srv/kiln", "/srv/glaze"]),
            "version": st.sampled_from(["2.1.39", "2.1.230"]),
            "gitBranch": st.sampled_from(["main", "glaze"]),
            "isSidechain": st.booleans(),
            "isMeta": st.booleans(),
            "agentId": st.sampled_from(["ac0ffee", "adeep01"]),
        },
    )


@st.composite
def answers(draw: st.DrawFn, *, model_of_its_own: bool = False) -> Json:
    """An assistant line. A response has one model, as the API gives it, unless `model_of_its_own`."""
    number = draw(st.integers(0, 4))
    named = draw(st.sampled_from(["id", "request", "uuid"])) if number == 4 else "id"
    model = draw(st.sampled_from([*MODELS, "<synthetic>"])) if model_of_its_own else MODELS[number % 3]
    message: Json = {"role": "assistant", "model": model, "content": draw(st.lists(blocks(), max_size=3) | short_texts)}
    message |= {"id": f"msg_{number}"} if named == "id" else {}
    message |= draw(
        st.fixed_dictionaries({}, optional={"stop_reason": st.sampled_from([None, "end_turn"]), "usage": usages()})
    )
    line = {**draw(heads()), "type": "assistant", "message": message}
    if named != "uuid":
        line["requestId"] = f"req_{number}"
    if draw(st.integers(0, 9)) == 0:
        line["requestSessionId"] = sid(1)
    return line


@st.composite
def questions(draw: st.DrawFn) -> Json:
    """A user line: a prompt, a command, a summary, or results of calls."""
    content = draw(short_texts | st.sampled_from(["<command-name>/clear</command-name>", "<task-notification>done"]))
    line: Json = {**draw(heads()), "type": "user"}
    if draw(st.booleans()):
        payload = draw(
            short_texts
            | st.lists(short_texts.map(lambda text: {"type": "text", "text": text}), max_size=2)
            | st.just([{"type": "image"}])
        )
        block: Json = {"type": "tool_result", "tool_use_id": draw(calls), "content": payload}
        block |= draw(st.fixed_dictionaries({}, optional={"is_error": st.booleans()}))
        file = draw(st.sampled_from([{"content": "one\ntwo"}, {"content": None}, {"content": 7}, "x", None]))
        details = {"agentId": "ac0ffee", "interrupted": draw(st.booleans()), "file": file}
        return line | {
            "message": {"role": "user", "content": [block]},
            "toolUseResult": draw(st.sampled_from([details, "Error: no", None, [1]])),
        }
    return line | {"message": {"role": "user", "content": content}, "isCompactSummary": draw(st.booleans())}


@st.composite
def rarities(draw: st.DrawFn) -> Json:  # long: a list of kinds
    """Progress with a child's line in it, boundaries, the client's sums, limits, and lines of no kind."""
    line = draw(heads())
    inner = draw(answers())
    kinds: list[Json] = [
        {
            "type": "progress",
            "data": {"type": "agent_progress", "message": {k: v for k, v in inner.items() if k != "sessionId"}},
        },
        {"type": "progress", "data": {"type": "agent_progress", "message": inner}},
        {"type": "system", "subtype": "compact_boundary", "compactMetadata": {"trigger": "auto", "preTokens": 9}},
        {
            "type": "system",
            "subtype": "microcompact_boundary",
            "microcompactMetadata": {"compactedToolIds": ["toolu_1"]},
        },
        {"type": "system", "subtype": "api_error"},
        {
            "type": "cost-state",
            "totalCostUSD": 0.5,
            "modelUsage": {
                draw(st.sampled_from(MODELS)): {
                    "inputTokens": draw(st.integers(0, 900_000)),
                    "outputTokens": 12,
                    "costUSD": 0.5,
                }
            },
        },
        {
            "type": "assistant",
            "isApiErrorMessage": True,
            "error": "rate_limit",
            "message": {
                "id": "x",
                "model": "<synthetic>",
                "content": [{"type": "text", "text": "You've hit your weekly limit"}],
            },
        },
        {
            "type": "assistant",
            "quotaLimits": {"status": "rejected", "resetsAt": 1_772_450_000, "rateLimitType": "five_hour"},
            "message": {"model": "<synthetic>", "content": []},
        },
        {"type": "summary", "summary": "Pots.", "leafUuid": "x"},
        {
            "type": "file-history-snapshot",
            "snapshot": {"type": "user", "sessionId": sid(3), "message": {"content": "nested"}},
        },
    ]
    return line | draw(st.sampled_from(kinds))


entries = answers() | questions() | rarities()


def encode(entry: Any) -> bytes:
    """JSON as the client writes it; half letters as escapes."""
    return (
        json.dumps(entry, ensure_ascii=False, separators=(",", ":"), allow_nan=True)
        .encode("utf-8", "surrogatepass")
        .replace(b"\xed\xa0\xbd", b"\\ud83d")
    )


whole_lines = entries.map(encode)
odd_lines = st.one_of(
    whole_lines,
    whole_lines,
    whole_lines,
    st.tuples(whole_lines, whole_lines).map(b"".join),
    st.tuples(whole_lines, st.integers(1, 60), whole_lines).map(lambda made: made[0][: -made[1]] + made[2]),
    st.tuples(whole_lines, st.integers(1, 200)).map(lambda made: made[0][: -made[1]]),
    whole_lines.map(lambda line: line + b"\r"),
    st.sampled_from(
        [
            b"",
            b"\r",
            b"\x00\x00",
            b"[]",
            b"12",
            b'"x"',
            b"{",
            b"\xff\xfe",
            b"{}",
            b'{"type":"user","message":7}',
            b'{"type":"assistant","message":{"usage":"x"}}',
        ]
    ),
    st.binary(max_size=30).map(lambda junk: junk.replace(b"\n", b"")),
)


@st.composite
def transcripts(draw: st.DrawFn, lines: st.SearchStrategy[bytes] = odd_lines, most: int = 8) -> bytes:
    """A transcript's bytes; the last line may lack its line feed."""
    made = draw(st.lists(lines, min_size=1, max_size=most))
    return b"\n".join(made) + draw(st.sampled_from([b"\n", b"\n", b""]))
