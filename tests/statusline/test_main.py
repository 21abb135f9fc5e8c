"""The entry, as the client's command starts it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tallystick.kernel.styled import bare
from tests.statusline.test_door import ENTRY


def test_it_needs_nothing_of_its_surroundings(tmp_path: Path) -> None:
    """From any folder, without an environment, where modules of standard names lie in wait."""
    (tmp_path / "json.py").write_text("raise SystemExit(3)\n")
    (tmp_path / "tallystick.py").write_text("raise SystemExit(3)\n")
    command = [sys.executable, "-I", "-S", str(ENTRY), "--preview", "--layout", "line", "--root", str(tmp_path / "r")]

    done = subprocess.run(
        command, cwd=tmp_path, env={}, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
    )

    assert done.stdout.startswith("tally ")
    assert done.stderr == ""


def test_it_loads_nothing_slow() -> None:
    """Of the standard library it takes what is built in, and the scanner of JSON, once its modules lie in one file."""
    command = [sys.executable, "-I", "-S", "-X", "importtime", str(ENTRY)]
    subprocess.run(command, env={"HOME": "/nowhere"}, stdin=subprocess.DEVNULL, capture_output=True, check=True)
    done = subprocess.run(
        command, env={"HOME": "/nowhere"}, input='{"model":{"id":"x"}}', capture_output=True, text=True, check=True
    )
    bare = subprocess.run([*command[:5], "-c", ""], capture_output=True, text=True, check=True)

    def modules(text: str) -> set[str]:
        return {line.rsplit("|", 1)[-1].strip() for line in text.splitlines()}

    more = {name for name in modules(done.stderr) - modules(bare.stderr) if not name.startswith("tallystick")}
    assert more <= {"_json", "gc", "__future__", "_signal", "marshal"}


TORN = ("{", '{"a"', '{"a" 1}', '{"a":"\\u12"}', '{"a":1,}', '"open', '{"type":"assistant","message":{"usage":{"inp')


@pytest.mark.parametrize("torn", TORN)
def test_what_is_torn_costs_itself(torn: str, home: Path) -> None:
    """In an interpreter that has never loaded `json`: a state, a payload and a line of a transcript that break off."""
    root, main = home / "root", home / ".claude" / "projects" / "-clay" / "sid.jsonl"
    main.parent.mkdir(parents=True)
    usage = {"input_tokens": 7, "output_tokens": 2}
    whole = {"type": "assistant", "message": {"id": "msg_1", "model": "claude-opus-4-5", "usage": usage}}
    main.write_text(f'{{"type":"user","x":"usage"{torn}\n{json.dumps(whole)}\n', encoding="utf-8")
    (root / "statusline").mkdir(parents=True)
    (root / "statusline" / "sid.json").write_text(torn, encoding="utf-8")
    payload = {"session_id": "sid", "transcript_path": str(main), "context_window": {"current_usage": usage}}

    assert "prompt:7" in bare(started(json.dumps(payload), home))
    assert started(torn, home)


def started(text: str, home: Path) -> str:
    """What the entry prints of a payload, in an interpreter of its own."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(ENTRY), "--root", str(home / "root")],
        env={"HOME": str(home)},
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout
