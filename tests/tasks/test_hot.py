"""What renders of the status line read, compiled anew where something changed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tallystick.kernel.hotconfig import read
from tallystick.kernel.hotprices import PriceTable
from tallystick.tasks import hot


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A root folder."""
    (tmp_path / "root").mkdir()
    return tmp_path / "root"


def follow(root: Path, **environ: str) -> dict[str, int]:
    """Bring both files up to date; each with its number, which changes when it is written."""
    hot.follow(str(root), environ)
    return {name: (root / name).stat().st_ino for name in (hot.CONFIG, hot.PRICES) if (root / name).exists()}


def write_config(root: Path, text: str) -> None:
    """Write config.toml; its time moves on, however fast the test is."""
    path = root / "config.toml"
    before = path.stat().st_mtime_ns if path.exists() else 0
    path.write_text(text)
    os.utime(path, ns=(before + 10**9, before + 10**9))


def test_without_a_root_there_is_nothing(tmp_path: Path) -> None:
    """No folder is made for it."""
    assert follow(tmp_path / "none") == {}
    assert list(tmp_path.iterdir()) == []


def test_both_are_written_once(root: Path) -> None:
    """As long as nothing changes they stay, for this user alone."""
    first = follow(root)

    assert set(first) == {hot.CONFIG, hot.PRICES}
    assert first == follow(root)
    assert all((root / name).stat().st_mode & 0o077 == 0 for name in first)


def test_what_the_ledger_keeps(root: Path) -> None:
    """The mode of the ledger of transformations is there for hooks."""
    write_config(root, '[transforms]\nmode = "debug"\n')
    follow(root)

    assert read((root / hot.CONFIG).read_text()).transforms == "debug"


def test_what_is_diverted(root: Path) -> None:
    """The switch and the number of lines are there for hooks."""
    write_config(root, "[divert]\nenabled = true\nmin_lines = 200\n")
    follow(root)

    found = read((root / hot.CONFIG).read_text())
    assert (found.diverts, found.divert_lines) == (True, 200)


def test_settings(root: Path) -> None:
    """A change of config.toml is in both: layout and models in one, discounts and the price file in the other."""
    before = follow(root)
    (root / "mine.json").write_text('{"models": {"m": {"input": 4, "output": 20}}}')
    write_config(root, f'[statusline]\nlayout = "line"\n[models]\nx = "m"\n[prices]\nfile = "{root}/mine.json"\n')

    after = follow(root)

    assert before[hot.CONFIG] != after[hot.CONFIG]
    config = read((root / hot.CONFIG).read_text())
    assert (config.layout, config.prices, config.models) == ("line", "bedrock", {"x": "m"})
    assert os.access(config.python, os.X_OK)
    (row,) = PriceTable((root / hot.PRICES).read_text()).rows("m")["any"]
    assert row.rates.output == 20 * 10**12


def test_prices(root: Path) -> None:
    """Discounts are in the rates; fetched prices of the region stand over the shipped ones."""
    follow(root)
    shipped = PriceTable((root / hot.PRICES).read_text()).rows("claude-opus-5-5")["api"][0].rates.input
    write_config(root, "[discount]\nanthropic = 0.5\n")
    follow(root)
    discounted = PriceTable((root / hot.PRICES).read_text()).rows("claude-opus-5-5")["api"][0].rates.input
    assert shipped is not None
    assert discounted == shipped // 2
    before = follow(root, AWS_REGION="eu-west-1")
    (root / "prices" / "bedrock-eu-west-1.json").write_text("no prices")
    assert follow(root, AWS_REGION="eu-west-1")[hot.PRICES] != before[hot.PRICES]


@pytest.mark.parametrize("text", ["x = [", '[statusline]\nlayout = "wide"\n', '[prices]\nfile = "/nowhere/x.json"\n'])
def test_settings_that_cannot_be_used(root: Path, text: str) -> None:
    """What was compiled before stays; nothing fails."""
    follow(root)
    before = (root / hot.PRICES).read_bytes()
    write_config(root, text)

    assert set(follow(root)) == {hot.CONFIG, hot.PRICES}
    assert (root / hot.PRICES).read_bytes() == before


def test_a_root_that_takes_nothing(root: Path) -> None:
    """Nothing fails there either."""
    (root / "statusline").touch()

    assert follow(root) == {}
