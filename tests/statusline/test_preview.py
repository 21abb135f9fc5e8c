"""The preview: both layouts on invented values."""

from __future__ import annotations

from pathlib import Path

from tallystick.kernel import layouts
from tallystick.kernel.segments import SEGMENTS
from tallystick.statusline.preview import preview, sample


def test_every_segment_has_something_to_show() -> None:
    """The sample leaves none silent."""
    assert [name for name in SEGMENTS if not layouts.load(name).render(sample())] == []


def test_the_layout_is_asked_for_or_set(tmp_path: Path) -> None:
    """As in a render; the width and the colours of the terminal too."""
    environ = {"TALLY_ROOT": str(tmp_path), "NO_COLOR": "1"}
    assert preview([], environ).startswith("Opus 5.5 [effort: high] | context used 41.7%")
    (tmp_path / "statusline").mkdir()
    (tmp_path / "statusline" / "config").write_text("tallystick statusline 1\nlayout=line\nsegments=model cost\n")
    assert preview([], environ) == "Opus 5.5 | $12.40\n"
    assert preview(["--layout", "full"], {"TALLY_ROOT": str(tmp_path), "COLUMNS": "30"}).startswith(
        "\033[95mOpus 5.5\033[0m"
    )
