"""Makes ledgers of transformations for tests: through the library, or line by line."""

from __future__ import annotations

import hashlib
import json
import resource
from itertools import pairwise
from pathlib import Path
from typing import Any

from tallystick.kernel.transformledger import Ledger


def a_record(before: str = "abc", after: str = "ab", **more: Any) -> dict[str, Any]:
    """A record as the format says, made here and not by the library."""
    sides = before.encode(), after.encode()
    record: dict[str, Any] = {
        "event": "transformation",
        "schema_version": 1,
        "event_id": "tx-0000000000-000001",
        "log_mode": "counts",
        "run": "r1",
        "task": "t1",
        "session": "s",
        "turn": 1,
        "tool_call_id": "c1",
        "surface": "tool_output",
        "chain_id": "chain-1",
        "chain_step": 1,
        "bucket": "tool_output_filter",
        "layer": "harness",
        "mechanism": "strip_ansi",
        "transform": "strip_ansi",
        "measure_type": "exact",
        "input_bytes": len(sides[0]),
        "output_bytes": len(sides[1]),
        "delta_bytes": len(sides[1]) - len(sides[0]),
        "input_chars": len(before),
        "output_chars": len(after),
        "delta_chars": len(after) - len(before),
        "change_count": 1,
        "input_sha256": hashlib.sha256(sides[0]).hexdigest(),
        "output_sha256": hashlib.sha256(sides[1]).hexdigest(),
        "ctx": {},
    }
    return record | more


def a_chain(*texts: str, **more: Any) -> list[dict[str, Any]]:
    """Records of one text that became the next, and so on."""
    pairs = pairwise(texts)
    return [
        a_record(*pair, chain_step=step, event_id=f"tx-0000000000-{step:06d}", **more)
        for step, pair in enumerate(pairs, 1)
    ]


def a_saving(delta: int, **more: Any) -> dict[str, Any]:
    """A record of the older kind."""
    record: dict[str, Any] = {"event": "savings", "schema_version": 1, "session": "", "turn": None}
    record |= {"bucket": "system_prompt", "layer": "config", "mechanism": "system_header", "measure_type": "exact"}
    record |= {"input_chars": 100, "output_chars": 100 + delta, "delta_chars": delta, "delta_tokens_est": delta // 4}
    return {**record, "ctx": {}, **more}


def write(path: Path, *records: dict[str, Any] | str) -> Path:
    """Write records, or lines as they are."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [one if isinstance(one, str) else json.dumps(one) for one in records]
    path.write_text("".join(f"{one}\n" for one in lines), "utf-8")
    return path


def fed(reader: Any, data: bytes) -> Any:
    """Give a reader all lines of some bytes at once."""
    ends = [place for place, byte in enumerate(data) if byte == 10]
    reader.feed_block(memoryview(data), ends, 0, 0)
    return reader


def as_bytes(*records: dict[str, Any] | str) -> bytes:
    """Records as the bytes of a ledger."""
    lines = [one if isinstance(one, str) else json.dumps(one) for one in records]
    return "".join(f"{one}\n" for one in lines).encode()


def open_one(path: Path, mode: str = "counts") -> Ledger:
    """A ledger of run r1 and task t1."""
    return Ledger(str(path), run="r1", task="t1", mode=mode, warn=print)


def change(ledger: Ledger, before: str, after: str, **more: Any) -> bool:
    """Record some change."""
    fields: dict[str, Any] = {"bucket": "tool_output_filter", "layer": "harness", "mechanism": "strip_ansi"}
    return ledger.record_transform(before=before, after=after, **{**fields, "surface": "tool_output", **more})


class SmallDisk:
    """No file of this process may be longer than so many bytes: the system writes what fits, then refuses."""

    def __init__(self, size: int) -> None:
        self.size = size

    def __enter__(self) -> None:
        self.before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (self.size, self.before[1]))

    def __exit__(self, *left: object) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, self.before)
