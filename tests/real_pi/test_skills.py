"""Skills that pi would list in every prompt are listed in none, are counted for what they took, and are found."""

from __future__ import annotations

from tests.real_pi.conftest import Bridged, Open, estimate
from tests.real_pi.test_mechanisms import both
from tests.standin.script import Json

SKILL = """---
name: glazing
description: Mix and fire glazes for stoneware
---

Sieve the glaze twice.
"""
PLAY = "please do %%play:more%%"


def with_skill(found: Bridged) -> Bridged:
    """A pi that knows a skill."""
    folder = found.pi.agent / "skills" / "glazing"
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text(SKILL, encoding="utf-8")
    return found


def prompts(found: Bridged) -> list[str]:
    """The system prompts that the model was given."""
    said: list[list[Json]] = [
        row["request"]["system"] for row in found.pi.server.log if row["kind"] in ("script", "over")
    ]
    return ["\n".join(block["text"] for block in blocks) for blocks in said]


def avoided(found: Bridged) -> list[int]:
    """What the log says of each prompt."""
    return [event["avoidedTokens"] for event in found.events if event["kind"] == "lazy"]


@both
def test_skills_are_in_no_prompt(tool: str, opened: Open) -> None:
    """The prompt gets shorter by what is counted for the skill: the list as pi itself writes it, by four characters."""
    listed = with_skill(opened(tool, PI_CTX_LAZY_SKILLS="0"))
    listed.pi.ask(PLAY)
    found = with_skill(opened(tool))
    found.pi.ask(PLAY)

    (before,), (after,) = prompts(listed), prompts(found)
    assert "Mix and fire glazes" in before
    assert "Mix and fire glazes" not in after
    assert "available_skills" not in after
    (without,), (counted,) = avoided(listed), avoided(found)
    start = before.index("<skills>") if "<skills>" in before else before.index("The following skills")
    end = max(before.find(word) + len(word) for word in ("</available_skills>", "</skills>") if word in before)
    assert counted - without == estimate(before[start:end].replace(str(listed.pi.base), str(found.pi.base)))
