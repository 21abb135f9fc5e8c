"""The doctor: sees what is wrong, and never falls ill itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.host import mounts
from tallystick.host.environment import Surroundings
from tallystick.model.remark import Remark
from tallystick.tasks.doctor import diagnose
from tests.casebook.thread import Thread, text, usage
from tests.histories import NOON, lay, surroundings, thread
from tests.tasks.test_windows import note, reading

DAY_MS = 86_400_000
NOVEMBER_30 = 1_795_996_800_000


def said(place: Surroundings) -> dict[str, list[tuple[str, bool]]]:
    """What is said of each subject, and whether it is a warning."""
    found: dict[str, list[tuple[str, bool]]] = {}
    for remark in diagnose(place):
        found.setdefault(remark.about, []).append((remark.text, remark.is_warning))
    return found


def warnings(place: Surroundings) -> list[Remark]:
    """The warnings."""
    return [remark for remark in diagnose(place) if remark.is_warning]


def test_fresh_machine(tmp_path: Path) -> None:
    """On a machine where nothing is, nothing is wrong."""
    found = said(surroundings(tmp_path))

    assert found["Claude Code"] == [
        ("~/.claude: no transcripts there", False),
        ("~/.config/claude: no transcripts there", False),
    ]
    assert found["index"] == [("none yet; it will be ~/root/index.sqlite3", False)]
    assert not any(is_warning for remarks in found.values() for _, is_warning in remarks)


def test_history(tmp_path: Path) -> None:
    """Transcripts, how long they are kept, what only the index knows, copies of the index."""
    config = lay(tmp_path / ".claude", thread(1), thread(2, seconds=5 * 86_400))
    (config / "settings.json").write_text('{"cleanupPeriodDays": 1}', "utf-8")
    place = surroundings(tmp_path)
    said(place)
    (config / "projects" / "-srv-kiln" / f"{thread(1).session}.jsonl").unlink()

    found = said(place)

    assert found["Claude Code"][0] == ("~/.claude: transcripts are deleted after 1 day", False)
    assert found["history"] == [
        ("2 transcripts, 2 sessions, 2 responses, 2026-03-02 to 2026-03-07", False),
        ("1 transcript only the index still knows, the oldest of 2026-03-02", False),
    ]
    assert found["backups"][0][0].startswith("none yet")
    assert found["index"][0][0].startswith("~/root/index.sqlite3, ")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"cleanupPeriodDays": 0}', "~/.claude: cleanupPeriodDays is 0, no transcripts are kept"),
        ("{", "~/.claude: its settings.json cannot be read"),
    ],
)
def test_client_settings(tmp_path: Path, text: str, expected: str) -> None:
    """A client that keeps nothing, or settings that cannot be read, are worth a warning."""
    config = lay(tmp_path / ".claude", thread(1))
    (config / "settings.json").write_text(text, "utf-8")

    assert said(surroundings(tmp_path))["Claude Code"][0] == (expected, True)


def test_losses(tmp_path: Path) -> None:
    """Refused lines by reason with their places, rewritten files, an unlinked child, a model without a price."""
    child = Thread(1, agent="ab12cd3")
    child.say("msg_child", text("."), usage(1, 2, 3), model="glm-5")
    child.say("msg_other", text("."), usage(1, 2, 3), model="z" * 100_000)
    config = lay(tmp_path / "claude", thread(1), child)
    path = config / "projects" / "-srv-kiln" / f"{thread(1).session}.jsonl"
    place = surroundings(tmp_path, config)
    said(place)
    path.write_bytes(b"{torn\n[1]\n{torn\n")

    remarks = {(remark.about, remark.text): remark for remark in diagnose(place)}

    unreadable = remarks["rejections", "2 unreadable"]
    assert unreadable.is_warning
    assert unreadable.places == tuple(f"~/claude/projects/-srv-kiln/{path.name}, line {line}" for line in (1, 3))
    assert remarks["rejections", "1 not an object"].is_warning
    assert not remarks["rewritten", "1 response of rewritten files, kept though no longer there"].is_warning
    assert ("history", "1 child transcript without a known call that spawned it") in remarks
    assert remarks["prices", f"no price for glm-5, {'z' * 99}…: tally prices explain MODEL says why"].is_warning


def test_unreadable_transcript(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A transcript that cannot be opened is named."""
    config = lay(tmp_path / "claude", thread(1), thread(2))
    path = config / "projects" / "-srv-kiln" / f"{thread(1).session}.jsonl"
    import os

    opened = os.open

    def refuse(name: str, flags: int, *rest: int, **named: int) -> int:
        if str(name) == str(path):
            raise PermissionError(13, "Permission denied", name)
        return opened(name, flags, *rest, **named)

    monkeypatch.setattr(os, "open", refuse)

    (found,) = warnings(surroundings(tmp_path, config))

    assert (found.about, found.text) == ("unreadable", "1 transcript cannot be read: check the permissions")
    assert found.places == (f"~/claude/projects/-srv-kiln/{path.name}",)


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        (0, ("shipped price list 2026-11-30, checked 2026-11-30", False)),
        (60, ("shipped price list 2026-11-30, checked 2026-11-30, 60 days ago", False)),
        (61, ("shipped price list 2026-11-30, checked 2026-11-30, 61 days ago", True)),
    ],
)
def test_age_of_prices(tmp_path: Path, days: int, expected: tuple[str, bool]) -> None:
    """Prices that nobody has checked for two months are worth a warning."""
    place = surroundings(tmp_path, now_ms=NOVEMBER_30 + days * DAY_MS)

    assert said(place)["prices"] == [expected]


def test_own_prices(tmp_path: Path) -> None:
    """A price file has no date of its own."""
    (tmp_path / "p.json").write_text('{"models": {"m": {"input": 1, "output": 1}}}', "utf-8")

    found = said(surroundings(tmp_path, TALLY_PRICE_FILE=str(tmp_path / "p.json")))

    assert found["prices"] == [("~/p.json, without a date on which it was checked", False)]


def test_settings(tmp_path: Path) -> None:
    """What config.toml says that matters, and what in it nobody knows."""
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "config.toml").write_text('[privacy]\ncommands = "text"\n[colour]\na = 1\n', "utf-8")

    assert said(surroundings(tmp_path))["settings"] == [
        ("~/root/config.toml", False),
        ("no part knows colour.a", True),
        ("[privacy] commands = text: the index keeps the text of shell commands", False),
    ]


def test_everything_broken(tmp_path: Path) -> None:
    """A broken index, broken settings and a missing price file are three warnings, each once where it belongs."""
    config = lay(tmp_path / "claude", thread(1))
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "index.sqlite3").write_text("not a database at all", "utf-8")
    (tmp_path / "root" / "config.toml").write_text("[", "utf-8")

    found = warnings(surroundings(tmp_path, config, TALLY_PRICE_FILE="/nowhere.json"))

    assert {remark.about for remark in found} == {"sync", "settings", "index", "prices"}


def test_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An index on a network file system is worth a warning."""
    monkeypatch.setattr(mounts, "file_system", lambda _: "nfs4")

    (found,) = warnings(surroundings(tmp_path, lay(tmp_path / "claude", thread(1)), now_ms=NOON))

    assert found.text == "stands on a network file system (nfs4): only one machine should write to it"


def test_failing_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the system refuses is a warning too."""
    import os

    def refuse(_: str) -> int:
        raise OSError(5, "Input/output error", "/disk")

    lay(tmp_path / ".claude", thread(1))
    place = surroundings(tmp_path)
    said(place)
    monkeypatch.setattr(os.path, "getsize", refuse)

    (found,) = warnings(place)

    assert (found.about, found.text) == ("index", "/disk: Input/output error")


def test_official_windows(tmp_path: Path) -> None:
    """What the status line noted of the plan's windows; nothing is said where it noted nothing."""
    place = surroundings(tmp_path)
    assert "windows" not in said(place)
    note(tmp_path / "root", reading(1_772_448_000), reading(1_772_466_000, "2026-03-02T12:00:00Z"))
    assert said(place)["windows"] == [
        ("2 official windows noted by the status line, the last reading 2026-03-02 12:00", False)
    ]
    note(tmp_path / "root", "torn")
    assert said(place)["windows"][1] == ("~/root/usage/limits.jsonl: 1 line cannot be read", True)

    (tmp_path / "root" / "usage" / "limits.jsonl").write_text("torn\n", "utf-8")
    assert said(place)["windows"][0] == ("0 official windows noted by the status line", False)
