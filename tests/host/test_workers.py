"""Two processes share a list of jobs; nothing is lost when one of them dies."""

from __future__ import annotations

import os
import signal
import time

import pytest

from tallystick.host import workers
from tallystick.host.workers import Worker

PARENT = os.getpid()


def numbers(found: list[object]) -> list[int]:
    """The numbers that results are of."""
    return sorted(result[0] for result in found if isinstance(result, tuple))


def report(number: int) -> object:
    """What was made of a number, and by whom."""
    time.sleep(0.001)
    return number, os.getpid() == PARENT, "x" * (number * 997 % 5000)


def test_every_number_is_done_once() -> None:
    """Results of both arrive, whole."""
    found = list(Worker(6, lambda number: (number, b"x" * (3 << 20))).results())

    assert list(range(6)) == numbers(found)
    assert {3 << 20} == {len(result[1]) for result in found if isinstance(result, tuple)}


def test_more_numbers_than_the_queue_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """What does not fit into the pipe at once is done here."""
    monkeypatch.setattr(workers, "_QUEUE", 5)

    assert list(range(12)) == numbers(list(Worker(12, lambda number: (number,)).results()))


def test_nothing_to_do() -> None:
    """No number, no result, and no process is left."""
    assert [] == list(Worker(0, report).results())


@pytest.mark.parametrize("death", ["error", "kill", "garbage"])
def test_a_worker_that_dies_loses_nothing(death: str) -> None:
    """What it took and did not send is done again here."""
    parent = os.getpid()

    def run(number: int) -> object:
        if os.getpid() == parent:
            time.sleep(0.002)
            return (number,)
        if death == "kill" and number > 3:
            os.kill(os.getpid(), signal.SIGKILL)
        if death == "error":
            raise RuntimeError
        return (number,) if death != "garbage" else object()  # which marshal cannot send

    assert list(range(30)) == numbers(list(Worker(30, run).results()))


def test_an_error_here_is_the_callers() -> None:
    """The worker's failures are hidden, since they are met here again; ours are not."""
    parent = os.getpid()

    def run(number: int) -> object:
        if number == 3:
            raise ValueError(number)
        return (number, os.getpid() == parent)

    with pytest.raises(ValueError, match="3"):
        list(Worker(8, run).results())


def test_a_caller_that_stops_leaves_no_process() -> None:
    """A generator that is closed in the middle waits for its worker."""
    worker = Worker(20, report)
    results = worker.results()
    next(results)
    results.close()  # type: ignore[attr-defined]

    with pytest.raises(ChildProcessError):
        os.waitpid(worker._pid, 0)
