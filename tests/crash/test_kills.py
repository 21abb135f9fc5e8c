"""A sync killed anywhere leaves a readable index, whose next sync gives what an undisturbed one gives."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tallystick.store.index import open_index
from tests.crash import corpus
from tests.crash.kills import CALLS, command, copy_root, count_calls, kill_at, run
from tests.indexes import differences, dump, synced

pytestmark = pytest.mark.needs("strace")
AT_LEAST = {"first": 25, "grow": 75, "spoil": 40, "forget": 75}


class Stage:
    """A deed, the root it starts from, the transcripts, and the index that it leaves when nothing disturbs it."""

    def __init__(self, scenario: str, base: Path) -> None:
        self.scenario = scenario
        self.deed = "forget" if scenario == "forget" else "sync"
        self.base = base
        self.config = base / "config"
        self.template = base / "template"
        self.template.mkdir()
        corpus.yesterday(self.config)
        if scenario != "first":
            synced(self.template, self.config)
        if scenario in {"grow", "spoil"}:
            getattr(corpus, scenario)(self.config)
        self.before = dump(self.template, self.config)
        undisturbed = copy_root(self.template, base / "undisturbed")
        self.calls = count_calls(self.deed, undisturbed, self.config, base / "log")
        synced(undisturbed, self.config)
        self.expected = dump(undisturbed, self.config)
        if scenario in {"first", "grow"}:  # nothing was taken away: a build from scratch says the same
            synced(base / "scratch", self.config)
            assert differences(self.expected, dump(base / "scratch", self.config)) == {}

    def kill_and_mend(self, call: str, number: int) -> list[str]:
        """Kill the deed at the nth call, look at what is left, and let the next run mend it; what is wrong."""
        root = copy_root(self.template, self.base / f"{call}{number}")
        wrong = [] if kill_at(call, number, self.deed, root, self.config) else ["was not killed"]
        wrong += self.judge_left(root)
        synced(root, self.config)
        if self.deed == "forget":
            run(command("forget", root, self.config))
        wrong += [f"{table} differs" for table in differences(self.expected, dump(root, self.config))]
        wrong += [f"{path.name} was left behind" for path in root.iterdir() if "building" in path.name]
        shutil.rmtree(root)
        return [f"{call} {number}: {reason}" for reason in wrong]

    def judge_left(self, root: Path) -> list[str]:
        """Whether what a killed process left can be opened, and holds all that was there before (but what is forgotten)."""
        opened = open_index(str(root))
        if opened is None:
            return [] if self.scenario == "first" else ["the index is gone"]
        opened.db.close()
        left = dump(root, self.config)
        if self.scenario == "first":
            return [f"{table} is not whole" for table in differences(self.expected, left)]
        lost = {row[0] for row in self.before["response"]} - {row[0] for row in left["response"]}
        return ["lost responses"] if lost and self.deed != "forget" else []


@pytest.fixture(scope="module", params=sorted(AT_LEAST))
def stage(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """Each deed on its stage."""
    return Stage(request.param, tmp_path_factory.mktemp("crash"))


def test_killed_at_every_write(stage: Stage, capsys: pytest.CaptureFixture[str]) -> None:
    """SIGKILL at the nth pwrite64, fdatasync, rename and unlink, for every n."""
    places = [(call, number) for call in CALLS for number in range(1, stage.calls[call] + 1)]

    with ThreadPoolExecutor(2) as pool:
        wrong = [reason for found in pool.map(lambda place: stage.kill_and_mend(*place), places) for reason in found]

    with capsys.disabled():
        counts = ", ".join(f"{stage.calls[call]} {call}" for call in CALLS)
        print(f"\nkilled {stage.scenario} at {len(places)} places: {counts}")
    assert wrong == []
    assert len(places) >= AT_LEAST[stage.scenario]


def test_there_are_two_hundred_places_at_least() -> None:
    """What each deed is held to adds up to two hundred; the true counts are printed above."""
    assert sum(AT_LEAST.values()) >= 200


def test_what_is_forgotten_is_in_no_file(tmp_path: Path) -> None:
    """Killed in the middle and done again, forgetting leaves no byte of the session in the root folder."""
    stage = Stage("forget", tmp_path)
    needles = [corpus.FORGOTTEN.encode(), b"/srv/kiln3"]
    writes = stage.calls["pwrite64"]

    for number in range(1, writes + 1, max(1, writes // 12)):
        root = copy_root(stage.template, tmp_path / "root")
        assert kill_at("pwrite64", number, "forget", root, stage.config)
        run(command("forget", root, stage.config))

        found = [
            path.name for path in root.rglob("*") if path.is_file() and any(n in path.read_bytes() for n in needles)
        ]
        assert found == [], number


def test_a_planted_fault_is_noticed(tmp_path: Path) -> None:
    """Cursors committed before their rows: the same check, at a few places, must fail."""
    stage = Stage("grow", tmp_path)
    stage.deed = "sync_with_cursors_first"
    writes = count_calls(stage.deed, copy_root(stage.template, tmp_path / "faulty"), stage.config, tmp_path / "log")
    places = range(5, writes["pwrite64"], writes["pwrite64"] // 10)

    with ThreadPoolExecutor(2) as pool:
        wrong = [reason for found in pool.map(lambda n: stage.kill_and_mend("pwrite64", n), places) for reason in found]

    assert any("usage_line differs" in reason for reason in wrong)
    assert not any("was not killed" in reason for reason in wrong)
