"""A digest without a model says how to get the whole, and is made only where that is kept."""

from __future__ import annotations

from pathlib import Path

from tallystick.host import outputs
from tallystick.tasks.digest import shorten

REPEATED = "the same line again\n" * 500


def test_what_is_left_out_can_be_had(tmp_path: Path) -> None:
    """By the id of the whole."""
    name = outputs.identify(REPEATED.encode())

    assert f"the same line again [×500]\n[... 499 lines left out; all of it: tally output {name}]\n" == shorten(
        "make", REPEATED, str(tmp_path)
    )
    assert REPEATED.encode() == outputs.read(str(tmp_path), name)


def test_the_command_s_own_digest_is_used(tmp_path: Path) -> None:
    """Forty passed tests of pytest are a line; the failure stays."""
    dots = "".join(f"tests/test_{n}.py ....                                    [ {n}%]\n" for n in range(10, 50))
    text = (
        f"============================= test session starts =============================\ncollected 161 items\n\n{dots}"
        "tests/test_kiln.py F                                       [100%]\n\n"
        "=================================== FAILURES ===================================\n"
        "___________________________________ test_hot ___________________________________\n\n"
        "    def test_hot():\n>       assert heat() == 900\nE       assert 800 == 900\n\ntests/test_kiln.py:9: AssertionError\n"
        "=========================== short test summary info ============================\n"
        "FAILED tests/test_kiln.py::test_hot - assert 800 == 900\n"
        "======================== 1 failed, 160 passed in 3.10s =========================\n"
    )
    short = shorten("pytest", text, str(tmp_path))

    assert "assert 800 == 900" in short
    assert len(short) < len(text) / 2


def test_what_cannot_be_kept_stays_whole(tmp_path: Path) -> None:
    """The root is a file."""
    root = tmp_path / "root"
    root.write_text("")

    assert REPEATED == shorten("make", REPEATED, str(root))


def test_what_no_filter_knows_stays_whole(tmp_path: Path) -> None:
    """Nothing is kept of it either."""
    text = "".join(f"{n * n:x} {n}\n" for n in range(300))

    assert text == shorten("", text, str(tmp_path))
    assert [] == list(tmp_path.iterdir())
