"""Describes the machine a sample was taken on; no name of it, no path."""

from __future__ import annotations

import os
import platform


def describe() -> dict[str, str | int]:
    """Processor, cores that we may use, memory, kernel."""
    return {
        "cpu": _field("/proc/cpuinfo", "model name") or platform.processor() or "unknown",
        "cores": len(os.sched_getaffinity(0)),
        "memory_kib": int(_field("/proc/meminfo", "MemTotal").removesuffix(" kB") or 0),
        "kernel": f"{platform.system()} {platform.release()}",
    }


def _field(path: str, name: str) -> str:
    """The first value of a name in a file of `name: value` lines, empty where there is none."""
    try:
        with open(path, encoding="utf-8", errors="replace") as lines:
            for line in lines:
                key, _, value = line.partition(":")
                if key.strip() == name:
                    return value.strip()
    except OSError:
        pass
    return ""
