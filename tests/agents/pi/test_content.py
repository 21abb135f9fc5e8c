"""The texts of an entry, to show."""

from __future__ import annotations

from tallystick.agents.pi.content import effort, texts
from tests.agents.pi.sessions import assistant, call, header, line, message


def test_what_is_shown() -> None:
    """Texts by who said them, calls with their arguments, images by name, other entries whole."""
    said = assistant(
        1, {"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Done."}, call("bash", 1, command="ls")
    )

    assert [("thinking", "hm"), ("assistant", "Done."), ("call of bash", '{\n "command": "ls"\n}')] == texts(said, 1)
    assert [("user", "hi")] == texts(message(1, role="user", content="hi"), 1)
    assert [("user", "(image)")] == texts(message(1, role="user", content=[{"type": "image"}]), 1)
    assert [("command", "ls"), ("output", "a")] == texts(message(1, role="bashExecution", command="ls", output="a"), 1)
    assert [("label", '{\n "type": "label"\n}')] == texts(line(type="label"), 1)


def test_a_place_that_holds_nothing() -> None:
    """No such part."""
    assert [] == texts(header(), 2) == texts(b"{torn", 1) == texts(header(), 0)


def test_the_effort_of_a_response() -> None:
    """As newer versions state it."""
    assert "high" == effort(assistant(1, thinkingLevel="high"))
    assert "" == effort(assistant(1)) == effort(b"{torn")
