"""Runs the detectors over a scene and tells findings as its `expect` lines do.

    expect LABEL FIRST SECOND tokens=N exposure=N [note=TEXT] [path=PATH]

FIRST and SECOND are a thread's name in the scene and a line: `1:e3`, `a:e5`.
"""

from __future__ import annotations

import re
from pathlib import Path

from tallystick import detectors
from tallystick.model.finding import Finding
from tests.pasts import indexed
from tests.scenes import Scene

_EVIDENCE = re.compile(r"(.*):e(\d+)(?:\.\d+)?$")


def findings(folder: Path, script: str) -> tuple[Scene, list[Finding]]:
    """A scene, and what all detectors found in it."""
    scene = Scene(script)
    scene.lay(folder / "config")
    return scene, [found for history in indexed(folder) for found in detectors.detect(history)]


def told(scene: Scene, found: Finding) -> dict[str, str]:
    """A finding in the words of an `expect` line."""
    ids = {name: thread.agent or thread.session for name, thread in scene.threads.items()}
    sides = []
    for evidence in found.evidence:
        prefix, line = _EVIDENCE.fullmatch(evidence).groups()  # type: ignore[union-attr]
        (name,) = [name for name, identity in ids.items() if identity.startswith(prefix)]
        sides.append(f"{name}:e{line}")
    return {
        "label": found.label,
        "first": sides[0],
        "second": sides[1],
        "tokens": str(found.payload_tokens),
        "exposure": str(found.exposure),
        "note": found.note,
        "path": found.path or "",
    }


def expected(words: list[str]) -> dict[str, str]:
    """What an `expect` line says."""
    options = dict(word.split("=", 1) for word in words[3:])
    return {"label": words[0], "first": words[1], "second": words[2], **options}
