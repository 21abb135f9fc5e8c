"""Split reads give what one read gives: a transcript that grows, cut at any byte, leaves the index of one sync."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import strategies
from tests.casebook.thread import sid
from tests.casebook.write import CASES
from tests.indexes import differences, dump, synced

PLACE = f"projects/x/{sid(1)}.jsonl"
CHILD = f"projects/x/{sid(1)}/subagents/agent-ac0ffee.jsonl"


def grow(config: Path, place: str, data: bytes, cuts: list[int], root: Path) -> None:
    """Write a transcript in stretches, and sync after each."""
    path = config / place
    path.parent.mkdir(parents=True, exist_ok=True)
    for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True):
        with path.open("ab") as file:
            file.write(data[start:end])
        synced(root, config)


@given(data=st.data(), transcript=strategies.transcripts(), place=st.sampled_from([PLACE, CHILD]))
@settings(max_examples=strategies.examples(150))
def test_any_transcript_cut_anywhere(data: st.DataObject, transcript: bytes, place: str) -> None:
    """Up to three cuts, in the middle of a line or a letter too, change nothing that the index says in the end."""
    cuts = sorted(data.draw(st.sets(st.integers(1, max(1, len(transcript))), max_size=3), label="cuts"))
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        grow(base / "config", place, transcript, [], base / "whole")
        whole = dump(base / "whole", base / "config")
        (base / "config" / place).unlink()

        grow(base / "config", place, transcript, cuts, base / "root")

        assert differences(whole, dump(base / "root", base / "config")) == {}


@pytest.mark.parametrize(
    "path", sorted(CASES.rglob("*.jsonl")), ids=lambda path: f"{path.relative_to(CASES).parts[0]}-{path.stem}"
)
def test_a_case_cut_in_many_places(path: Path, tmp_path: Path) -> None:
    """Every file of the casebook, cut at six places that move on by a prime."""
    data = path.read_bytes()
    cuts = sorted({at for n in range(1, 7) if 0 < (at := len(data) * n // 7 + n * 13) < len(data)})
    place = str(path.relative_to(next(above for above in path.parents if above.parent == CASES)))
    grow(tmp_path / "config", place, data, [], tmp_path / "whole")

    grow(tmp_path / "again", place, data, cuts, tmp_path / "root")

    expected = dump(tmp_path / "whole", tmp_path / "config")
    assert differences(expected, dump(tmp_path / "root", tmp_path / "again")) == {}


def test_objects_on_one_line_that_name_two_agents(tmp_path: Path) -> None:
    """The first one's agent is that of the file, whether or not the second had come when it was first read."""
    rest = b'"type":"user","message":{"role":"user","content":"Go on."}}'
    first, second = (b'{"sessionId":"s","agentId":"%s",' % agent + rest for agent in (b"ac0ffee", b"adeep01"))
    data = first + second + b"\n"
    grow(tmp_path / "config", PLACE, data, [], tmp_path / "whole")
    whole = dump(tmp_path / "whole", tmp_path / "config")
    (tmp_path / "config" / PLACE).unlink()

    grow(tmp_path / "config", PLACE, data, [len(first)], tmp_path / "root")

    assert differences(whole, dump(tmp_path / "root", tmp_path / "config")) == {}
