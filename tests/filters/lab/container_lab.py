"""Tables and progress of docker and kubectl, written here in their own format: no engine runs where samples are made."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tests.filters.lab import laboratory
from tests.filters.lab.laboratory import Truth

if TYPE_CHECKING:
    from tests.filters.lab.laboratory import Lab

WORDS = ["parts", "orders", "prices", "store", "bills", "rows", "tables", "pages", "ledger", "window"]


def make(lab: Lab) -> None:
    """Make all samples of containers."""
    dice = random.Random(3)
    for label, many in (("small", 6), ("large", 60)):
        _keep(f"kubectl-pods-{label}", "kubectl get pods", _pods(dice, many))
        _keep(f"docker-ps-{label}", "docker ps -a", _ps(dice, many))
    _keep("kubectl-nodes", "kubectl get nodes", _nodes(40))
    _keep("docker-images", "docker images", _images(dice, 30))
    _keep("docker-pull", "docker pull example/parts:1", _pull(dice))
    _keep("docker-build", "docker build .", _build(dice, failed=False))
    _keep("docker-build-failed", "docker build .", _build(dice, failed=True), code=1)


def _keep(name: str, command: str, found: tuple[str, list[str]], code: int = 0) -> None:
    laboratory.keep("containers_digest", name, command, (code, found[0]), Truth(keep=found[1]))


def _table(rows: list[list[str]], gap: int = 3) -> list[str]:
    """Columns as wide as their widest cell, and a gap, as both tools print them."""
    widths = [max(len(cell) for cell in column) + gap for column in zip(*rows, strict=True)]
    return ["".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _pods(dice: random.Random, many: int) -> tuple[str, list[str]]:
    rows = [["NAME", "READY", "STATUS", "RESTARTS", "AGE"]]
    for number in range(many):
        name = f"{WORDS[number % 10]}-{dice.getrandbits(40):010x}-{dice.getrandbits(20):05x}"
        state = {
            4: ["0/1", "CrashLoopBackOff", "17 (2m ago)"],
            5: ["0/1", "ImagePullBackOff", "0"],
            17: ["1/2", "Running", "0"],
            23: ["1/1", "Running", "5 (3h ago)"],
            31: ["0/1", "Pending", "0"],
            40: ["0/1", "Completed", "0"],
        }
        rows.append([name, *state.get(number, ["1/1", "Running", "0"]), f"{number + 1}d"])
    lines = _table(rows)
    ill = [line for number, line in enumerate(lines) if number - 1 in {4, 5, 17, 23, 31}]
    return "\n".join(lines) + "\n", ill


def _ps(dice: random.Random, many: int) -> tuple[str, list[str]]:
    rows = [["CONTAINER ID", "IMAGE", "COMMAND", "CREATED", "STATUS", "PORTS", "NAMES"]]
    for number in range(many):
        name = WORDS[number % 10]
        state = {3: "Exited (137) 2 hours ago", 9: "Up 3 days (unhealthy)", 21: "Restarting (1) 5 seconds ago"}.get(
            number, "Up 3 days"
        )
        rows.append(
            [
                f"{dice.getrandbits(48):012x}",
                f"example/{name}:1.{number}",
                '"/entrypoint.sh ser…"',
                "3 days ago",
                state,
                f"0.0.0.0:{8000 + number}->80/tcp",
                f"{name}-{number}",
            ]
        )
    lines = _table(rows)
    return "\n".join(lines) + "\n", [line for number, line in enumerate(lines) if number - 1 in {3, 9, 21}]


def _nodes(many: int) -> tuple[str, list[str]]:
    rows = [["NAME", "STATUS", "ROLES", "AGE", "VERSION"]]
    rows += [
        [f"node-{n}", {7: "NotReady", 9: "Ready,SchedulingDisabled"}.get(n, "Ready"), "<none>", "90d", "v1.32.4"]
        for n in range(many)
    ]
    lines = _table(rows)
    return "\n".join(lines) + "\n", [lines[8], lines[10]]


def _images(dice: random.Random, many: int) -> tuple[str, list[str]]:
    rows = [["REPOSITORY", "TAG", "IMAGE ID", "CREATED", "SIZE"]]
    rows += [
        [f"example/{WORDS[n % 10]}", f"1.{n}", f"{dice.getrandbits(48):012x}", f"{n + 1} days ago", f"{n + 40}MB"]
        for n in range(many)
    ]
    lines = _table(rows)
    return "\n".join(lines) + "\n", lines


def _pull(dice: random.Random) -> tuple[str, list[str]]:
    layers = [f"{dice.getrandbits(48):012x}" for _ in range(9)]
    lines = ["1: Pulling from example/parts"]
    for step in ("Pulling fs layer", "Waiting", "Verifying Checksum", "Download complete", "Pull complete"):
        lines += [f"{layer}: {step}" for layer in layers]
    kept = [f"Digest: sha256:{dice.getrandbits(256):064x}", "Status: Downloaded newer image for example/parts:1"]
    return "\n".join([*lines, *kept]) + "\n", kept


def _build(dice: random.Random, *, failed: bool) -> tuple[str, list[str]]:
    lines = ['#0 building with "default" instance using docker driver', ""]
    steps = [
        "[internal] load build definition from Dockerfile",
        "[internal] load metadata for docker.io/library/python:3.11",
        "[1/4] FROM docker.io/library/python:3.11",
        "[2/4] COPY . /app",
        "[3/4] RUN pip install -r requirements.txt",
        "[4/4] RUN make",
    ]
    for number, step in enumerate(steps, 1):
        lines.append(f"#{number} {step}")
        lines += [
            f"#{number} sha256:{dice.getrandbits(256):064x} {n}.1MB / 9.4MB 0.{n}s"
            for n in range(6 if "FROM" in step else 0)
        ]
        lines += (
            ["#6 0.412 cc -c parts.c", "#6 0.611 parts.c:3:5: error: expected ';'"] if failed and number == 6 else []
        )
        lines += (
            ['#6 ERROR: process "/bin/sh -c make" did not complete successfully: exit code: 2']
            if failed and number == 6
            else [f"#{number} {'CACHED' if number == 4 else 'DONE 0.1s'}"]
        )
        lines.append("")
    end = (
        ['ERROR: failed to solve: process "/bin/sh -c make" did not complete successfully: exit code: 2']
        if failed
        else []
    )
    kept = [line for line in lines if "rror" in line] + end
    return "\n".join([*lines, *end]) + "\n", kept
