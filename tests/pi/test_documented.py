"""docs/pi.md says what is so: the switches with their defaults, every request with its fields, and a conversation."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tallystick.mechanisms.settings import NUMBERS, PREFIX, SWITCHES, TEXTS
from tallystick.pi.aux import VARIABLES
from tallystick.pi.protocol import REQUESTS, VERSION
from tests.pi.serving import Served

PAGE = Path(__file__).parents[2] / "docs" / "pi.md"
CUT = ("prompt", "text")  # what the page shows as … where tally says it


def part(name: str) -> str:
    """What stands between the marks of a name."""
    found = re.search(rf"<!-- {name}: .*?-->\n(.*?)<!-- /{name} -->", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found.group(1)


def switches() -> str:
    """The table as the code has it."""
    rows = [(PREFIX + name, str(int(default)), about) for name, (default, about) in SWITCHES.items()]
    rows += [(PREFIX + name, str(default), about) for name, (default, about) in NUMBERS.items()]
    rows += [(PREFIX + name, default, about) for name, (default, about) in TEXTS.items()]
    rows += [(name, "", about) for name, about in VARIABLES.items()]
    return "| variable | default | |\n|---|---|---|\n" + "".join(f"| `{a}` | {b} | {c} |\n" for a, b, c in rows)


def test_switches(*, update: bool) -> None:
    """All of them, each with its default."""
    if update:
        PAGE.write_text(PAGE.read_text(encoding="utf-8").replace(part("switches"), switches()), encoding="utf-8")

    assert switches() == part("switches")


@pytest.mark.parametrize("name", REQUESTS)
def test_requests(name: str) -> None:
    """Each in a row that names its fields."""
    (row,) = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if re.match(rf"\| [^|]*`{name}`", line)]

    assert [] == [field for field in REQUESTS[name] if f"`{field}`" not in row]
    assert f"in `v`, which is {VERSION}" in PAGE.read_text(encoding="utf-8")


def test_conversation(tmp_path: Path) -> None:
    """What tally says is what it says, in that order, line by line."""
    served = Served(tmp_path, PI_CTX_BASH_MIN_TOKENS="20", PI_CTX_LAZY="0")
    waiting: list[dict[str, object]] = []
    lines = part("conversation").strip("`\n").splitlines()[1:]
    for line in lines:
        who, _, message = line.partition(" ")
        said = json.loads(message)
        if who == "host":
            assert [] == waiting
            waiting = served.say(**{name: value for name, value in said.items() if name != "v"})
        else:
            found = waiting.pop(0)
            shown = {name: "…" if name in CUT else value for name, value in found.items()}
            assert said == shown

    assert ([], True) == (waiting, len(lines) > 10)
