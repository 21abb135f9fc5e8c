"""Every detector fires where its scenes say so, to the line and the token, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.detectors import DETECTORS
from tallystick.detectors.protocol import Detector
from tests.detectors.scenery import expected, findings, told

HERE = Path(__file__).parent
SCENES = sorted(HERE.glob("*/*/*.scene"))


def name_of(path: Path) -> str:
    """A scene as a reader of a failure wants it."""
    return str(path.relative_to(HERE))


@pytest.mark.parametrize("path", SCENES, ids=name_of)
def test_scene(path: Path, tmp_path: Path) -> None:
    """What a scene expects of its own detector is what it finds: nothing in `silent`."""
    signature = path.parts[-3]
    scene, found = findings(tmp_path, path.read_text(encoding="utf-8"))
    wanted = [expected(words) for words in scene.expected]
    here = [told(scene, one) for one in found if one.signature == signature]

    assert bool(wanted) == (path.parts[-2] == "fires")
    assert [{key: one[key] for key in want} for one, want in zip(here, wanted, strict=False)] == wanted
    assert len(here) == len(wanted)


@pytest.mark.parametrize("detector", DETECTORS, ids=lambda detector: detector.SIGNATURE)
def test_detector_has_its_scenes(detector: Detector) -> None:
    """Both kinds, and its page says what every one says."""
    folder = HERE / detector.SIGNATURE
    page = str(detector.__doc__)

    assert list((folder / "fires").glob("*.scene"))
    assert list((folder / "silent").glob("*.scene"))
    assert [word for word in ("**Claims.**", "**Label", "**Counted.**", "**Kept out.**") if word not in page] == []
    assert [label for label in detector.LABELS if f"`{label}`" not in page] == []
    assert detector.VERSION > 0
