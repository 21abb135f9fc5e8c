"""What is printed for every payload that the real client sent, and for payloads in which something is odd."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tallystick.kernel.display import width
from tallystick.kernel.styled import bare
from tests.statusline.renders import DATA, lay_sessions, legible, payload, rendered

COLUMNS = ("20", "40", "80", "200", None, "0", "abc")
PAYLOADS = sorted(f"payloads/{path.stem}" for path in (DATA / "payloads").glob("*.json"))
SGR = re.compile(r"\033\[[0-9;]*m")


@pytest.fixture
def home(home: Path) -> Path:
    """A home with the captured sessions."""
    lay_sessions(home)
    return home


def check(text: str, columns: str | None) -> None:
    """Whatever is printed is at least a line, holds only our colours, and fits."""
    assert text.endswith("\n")
    assert text.strip()
    assert all(character == "\n" or character.isprintable() for character in SGR.sub("", text))
    if columns and columns.isdigit() and int(columns):
        assert max(width(bare(line)) for line in text.splitlines()) <= int(columns)


def compare(path: Path, pages: list[str], *, update: bool) -> None:
    """Compare with a golden file, or write it."""
    text = "\n".join(pages)
    if update:
        path.write_text(text, encoding="utf-8")

    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [*PAYLOADS, "full"])
def test_payload(name: str, home: Path, *, update: bool) -> None:
    """Both layouts at every width; a width that is none is any."""
    pages = []
    for layout in ("full", "line"):
        for columns in COLUMNS:
            given = {} if columns is None else {"COLUMNS": columns}
            text = rendered(payload(name, home), home, "--layout", layout, environ=given)
            check(text, columns)
            pages.append(f"# {layout}, COLUMNS {columns or 'unset'}\n{legible(text)}")

    compare(DATA / f"{Path(name).name}.golden", pages, update=update)


HOSTILE = "\x1b]0;title\x07\x1b[2Jred\u202eevil\u200b\x9b31m\U000e0041 \u7a91\u7089\U0001f3fae\u0301 " + "long" * 2500
ODD: tuple[Any, ...] = (..., None, True, -1, 1e400, 10**40, "", HOSTILE, [], {"x": {}})


def places(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The path of every field."""
    for key, inner in value.items() if isinstance(value, dict) else ():
        yield (*path, key)
        yield from places(inner, (*path, key))


def changed(value: dict[str, Any], path: tuple[str, ...], new: Any) -> dict[str, Any]:
    """A payload with something else at a path; `...` takes the field out."""
    found = copy.deepcopy(value)
    inner = found
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = new
    if new is ...:
        del inner[path[-1]]
    return found


@pytest.mark.parametrize("layout", ["full", "line"])
def test_every_field_odd(layout: str, home: Path, *, update: bool) -> None:
    """Each field missing, null, of another kind, hostile: always a line; the golden file has what differs at 100 columns."""
    whole = payload("full", home)
    usual = rendered(whole, home, "--layout", layout, keep=False, environ={"COLUMNS": "100"})
    pages = {usual: ["as it is"]}
    for path in places(whole):
        for new in ODD:
            odd = changed(whole, path, new)
            for columns in COLUMNS:
                given = {} if columns is None else {"COLUMNS": columns}
                check(rendered(odd, home, "--layout", layout, keep=False, environ=given), columns)
            text = rendered(odd, home, "--layout", layout, keep=False, environ={"COLUMNS": "100"})
            if text != usual:
                shown = "missing" if new is ... else json.dumps(new)[:20]
                pages.setdefault(text, []).append(f"{'.'.join(path)}: {shown}")

    shown_pages = ["".join(f"# {one}\n" for one in which) + legible(text) for text, which in pages.items()]
    compare(DATA / f"odd_{layout}.golden", shown_pages, update=update)


@pytest.mark.parametrize("layout", ["full", "line"])
@pytest.mark.parametrize("value", [None, [], "text", 7, {}, {"session_id": "../../x"}, {"session_id": 7}])
def test_what_is_no_payload(value: Any, layout: str, home: Path) -> None:
    """Anything else is a harmless line, and leaves nothing."""
    text = rendered(value, home, "--layout", layout)

    check(text, None)
    assert not (home / "root").exists()


def test_no_colours(home: Path) -> None:
    """NO_COLOR leaves no escape; an empty one says nothing."""
    whole = payload("full", home)

    assert "\033" not in rendered(whole, home, environ={"NO_COLOR": "1"})
    assert "\033" in rendered(whole, home, environ={"NO_COLOR": ""})
