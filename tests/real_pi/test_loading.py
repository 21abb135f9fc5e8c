"""Skills that are not listed but looked for, and the model that is asked out of band."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.real_pi.conftest import PROBE, Bridged, Open, described, estimate
from tests.real_pi.test_mechanisms import both, results
from tests.standin.pi import SECOND_MODEL

BODY = "Mix ash and clay, and fire at 1,230 degrees."
SKILL = f"---\nname: glazing\ndescription: How to glaze a pot\n---\n{BODY}\n"
# As each pi puts it into its prompt: the newer one in a frame.
SECTION = re.compile(r"<skills>\n.*</skills>|The following skills provide.*</available_skills>", re.DOTALL)


def with_skill(found: Bridged) -> Bridged:
    """The same pi with one skill."""
    folder = found.pi.agent / "skills" / "glazing"
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text(SKILL)
    return found


def prompt_of(row: dict[str, Any]) -> str:
    """The system prompt of a request."""
    said = row["request"]["system"]
    return said if isinstance(said, str) else "".join(block["text"] for block in said)


def prompts(found: Bridged) -> list[str]:
    """The system prompts of the talk."""
    return [prompt_of(row) for row in found.pi.server.log if row["kind"] == "script"]


@both
def test_a_skill_is_looked_for(tool: str, opened: Open) -> None:
    """No request lists it; the search gives its instructions. What it would have taken is the part of pi's own prompt.

    That part, as pi writes it without tally, and the tools that are not active are what `lazy` comes to.
    """
    plain = with_skill(opened(tool, installs=False))
    plain.pi.ask("-e", str(PROBE), "please do %%play:hello%%")
    (listed,) = SECTION.findall(prompts(plain)[0])
    found = with_skill(opened(tool))
    found.pi.ask("-e", str(PROBE), "please do %%play:skill%%")
    (start,) = [row for row in found.probe if "tools" in row]
    offered = [] if tool == "pi-before" else [one for one in start["tools"] if one["name"] not in start["active"]]

    assert "glazing" in listed
    assert [False, False] == ["glazing" in text or "available_skills" in text for text in prompts(found)]
    (text,) = results(found.talk[1]).values()
    assert BODY in text
    assert [sum(map(described, offered)) + estimate(listed)] == [turn["lazy"] for turn in found.turns if turn["lazy"]]


@both
def test_without_the_mechanism_skills_are_listed(tool: str, opened: Open) -> None:
    """And no search is offered."""
    found = with_skill(opened(tool, PI_CTX_LAZY="0"))
    found.pi.ask("please do %%play:hello%%")

    assert ["glazing" in text for text in prompts(found)] == [True]
    assert "find_capability" not in json.dumps(found.tools)


@both
@pytest.mark.parametrize("name", [f"standin/{SECOND_MODEL}", SECOND_MODEL])
def test_another_model_of_pi_s_may_be_asked(tool: str, name: str, opened: Open) -> None:
    """By provider and id, or by an id of the provider that is active."""
    found = opened(tool, PI_CTX_LAZY="0", PI_CTX_AUX_MODEL=name)
    found.pi.ask("please do %%play:repeats%%")

    assert [SECOND_MODEL] == [row["model"] for row in found.pi.server.log if row["kind"] == "aside"]


@pytest.mark.needs("pi")
def test_a_model_that_pi_lacks_is_the_active_one(opened: Open) -> None:
    """So that a slip of the pen costs no digest."""
    found = opened(PI_CTX_LAZY="0", PI_CTX_AUX_MODEL="nobody/nothing")
    found.pi.ask("please do %%play:repeats%%")

    assert ["scripted-model"] == [row["model"] for row in found.pi.server.log if row["kind"] == "aside"]
