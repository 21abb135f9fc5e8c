"""Raw samples on disk: one JSON file a row and day, `samples/<date>-<row>.json`; the newest of a row counts."""

from __future__ import annotations

import datetime as dt
import json
import os
from typing import TYPE_CHECKING, Any

from bench.timing import Sample

if TYPE_CHECKING:
    from bench.setting import Record

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "samples")


def save(name: str, record: Record, around: Record, folder: str = FOLDER) -> str:
    """Write a row's record with what surrounds it (machine, versions) and return the file's path."""
    today = dt.datetime.now(dt.UTC).date().isoformat()
    path = os.path.join(folder, f"{today}-{name}.json")
    os.makedirs(folder, exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(_written({"row": name, "date": today, **around, **record}))
    return path


def newest(name: str, folder: str = FOLDER) -> Record | None:
    """Return the newest record of a row, None where it was never measured."""
    ending = f"-{name}.json"
    dated = len("2026-01-01")
    found = [file for file in os.listdir(folder) if file.endswith(ending) and len(file) == dated + len(ending)]
    if not found:
        return None
    with open(os.path.join(folder, max(found)), encoding="utf-8") as file:
        record: Record = json.load(file)
    return record


def _written(record: Record) -> str:
    """JSON with one sample a line."""
    text = json.dumps(record, indent=1, default=_plain, ensure_ascii=False)
    flat: list[str] = []
    depth_of_sample = 0
    for line in text.split("\n"):
        stripped = line.strip()
        if depth_of_sample:
            flat[-1] += stripped if flat[-1].endswith("{") else f" {stripped}"
            depth_of_sample = 0 if stripped.startswith("}") else 1
        else:
            flat.append(line)
            depth_of_sample = int(stripped == "{" and len(flat) > 1)
    return "\n".join(flat) + "\n"


def _plain(value: object) -> Any:
    if isinstance(value, Sample):
        return value.plain()
    raise TypeError(f"no JSON for {value!r}")
