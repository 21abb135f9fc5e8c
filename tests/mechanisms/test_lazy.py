"""Tools and skills that are looked for, and what not listing them avoids."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest

from tallystick.mechanisms import lazy
from tallystick.mechanisms.records import Catalogue, Skill, Tool
from tests.mechanisms.making import switches
from tests.tools import find_tool

GREP = Tool("grep", "Search file contents for a pattern", {"type": "object"}, ("Prefer it to bash.",))
FIND = Tool("find", "Find files by glob pattern")
PDF = Skill("pdf", "Summarise PDF documents", "/skills/pdf/SKILL.md")
ALL = Catalogue(
    [GREP, FIND, Tool("read", "Read a file"), Tool("find_capability", "Look")], ["read"], [PDF], "<skills/>"
)

# what pi puts before the model with a skill, its text about skills, and the same without any
PROMPTS = """
const core = process.argv[1];
const { buildSystemPrompt } = await import(`${core}/system-prompt.js`);
const { formatSkillsForPrompt } = await import(`${core}/skills.js`);
const skills = [{ name: "pdf", description: "Summarise PDF documents", filePath: "/skills/pdf/SKILL.md" }];
const options = { cwd: "/srv", selectedTools: ["read", "bash"], contextFiles: [{ path: "AGENTS.md", content: "Be kind." }] };
const made = (skills) => buildSystemPrompt({ ...options, skills });
console.log(JSON.stringify([made(skills), formatSkillsForPrompt(skills), made([])]));
"""


def find(description: str, **params: Any) -> Any:
    """A search in the catalogue."""
    return lazy.find({"description": description, **params}, ALL)


class TestAvoided:
    """What is not in the prompt."""

    def test_inactive_tools(self) -> None:
        """grep: 4 + 34 + 17 + 18 and three blanks, 76 units, 19 tokens; find: 4 + 26 + 2 and two, 34, 9 tokens."""
        assert lazy.avoided(ALL) == 19 + 9

    def test_nothing_where_all_are_active(self) -> None:
        """0 if the active tools cover the catalogue: the search itself never counts."""
        assert lazy.avoided(ALL.with_active(["read", "grep", "find"])) == 0
        assert lazy.avoided(Catalogue()) == 0

    def test_event(self) -> None:
        """What was booked."""
        assert lazy.spared(28) == {"kind": "lazy", "avoidedTokens": 28}


class TestWithoutSkills:
    """The catalogue of skills leaves the prompt."""

    def test_gap_is_closed(self) -> None:
        """No more than one empty line is left, and no blanks at ends of lines."""
        found = lazy.without_skills("You code. \n\n<skills/>\n\nBe brief.\t\n", "<skills/>")

        assert found == ("You code.\n\nBe brief.", "<skills/>")

    def test_lines_around_it_are_not_its_words(self) -> None:
        """Hosts trim what they put in."""
        assert lazy.without_skills("You code.\nskills", "\n\nskills\n") == ("You code.", "skills")

    def test_tags_around_it_go_with_it(self) -> None:
        """An empty pair would say that there are none."""
        found = lazy.without_skills("You code.\n\n<skills>\nlist\n</skills>\n\nBe brief.", "\n\nlist")

        assert found == ("You code.\n\nBe brief.", "<skills>\nlist\n</skills>")

    @pytest.mark.parametrize(
        ("name", "package", "node"),
        [
            pytest.param("pi", "@earendil-works", "node_modules/.bin/node", marks=pytest.mark.needs("pi")),
            pytest.param("pi-before", "@mariozechner", "", marks=pytest.mark.needs("pi-before", "node")),
        ],
    )
    def test_in_the_prompt_of_pi(self, name: str, package: str, node: str) -> None:
        """The prompt that pi itself makes becomes the one that it makes where there are no skills."""
        tree = find_tool(name) or ""
        core = f"file://{tree}/node_modules/{package}/pi-coding-agent/dist/core"
        command = [f"{tree}/{node}" if node else "node", "--input-type=module", "-e", PROMPTS, "--", core]
        said = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tree)
        prompt, section, without = json.loads(said.stdout)

        found = lazy.without_skills(prompt, section)

        assert "<available_skills>" in prompt
        assert found is not None
        assert found[0].split() == without.split()

    @pytest.mark.parametrize("section", ["<Skills/>", "", " \n"])
    def test_only_word_for_word(self, section: str) -> None:
        """Another text, or none, leaves the prompt as it is."""
        assert lazy.without_skills("You code.\n\n<skills/>", section) is None

    def test_change(self) -> None:
        """One transformation of the prompt."""
        change = lazy.stripped("a", "b")

        assert (change.mechanism, change.surface, change.before, change.after) == (
            "lazy_skills",
            "context_render",
            "a",
            "b",
        )


class TestScore:
    """How well something fits."""

    @pytest.mark.parametrize(
        ("query", "expected"),
        [
            ("glob pattern", 100.26),  # all of it, in a text of 26 characters
            ("GLOB PATTERN", 100.26),
            ("pattern for files", 20),  # two of its words
            ("by files", 20),  # two letters are a word
            ("globbing", 3),  # `glob` begins it
            ("pat", 100.26),  # a part of a word is a part of the text
            ("fil x", 3),  # it begins `files`; a letter alone is no word
            ("weather", 0),
            ("", 0),
            ("  ", 0),
        ],
    )
    def test_by_hand(self, query: str, expected: float) -> None:
        """Against `Find files by glob pattern`."""
        assert lazy.score(query, FIND.description) == expected

    def test_long_texts_win_little(self) -> None:
        """10 at most for the length of the text."""
        assert lazy.score("a", "a" * 5000) == 110


class TestFind:
    """The answer of a search."""

    def test_tool(self) -> None:
        """The best match becomes active beside those that are."""
        found = find("search for a pattern in file contents")

        assert found.activate == ("read", "grep")
        assert found.details["loaded"] == {"kind": "tool", "name": "grep"}
        assert found.text.splitlines()[1].startswith("- [tool] grep: Search file contents for a pattern (score ")
        assert found.text.endswith('Tool "grep" is active now, and until the next message of the user.')

    def test_active_tool(self) -> None:
        """One that is active stays so."""
        found = find("read a file")

        assert found.activate == ()
        assert found.text.endswith('Tool "read" is active already.')

    def test_skill(self) -> None:
        """A skill is read, and nothing activated."""
        found = find("summarise pdf documents")

        assert (found.skill, found.activate) == (PDF, ())

    def test_nothing(self) -> None:
        """No match says so; neither does a search for nothing, nor for what is no text."""
        assert find("weather").text == 'Nothing fits "weather". Describe what it should do, in concrete words.'
        assert lazy.find({"description": 3}, ALL).details["matches"] == []
        assert lazy.find({}, ALL).skill is None

    def test_kind(self) -> None:
        """Only of one kind, where it is asked for."""
        named = {
            kind: [one["kind"] for one in find("file documents", kind=kind).details["matches"]]
            for kind in ("tool", "skill")
        }

        assert named == {"tool": ["tool"] * 3, "skill": ["skill"]}
        assert find("file", kind="nonsense").details["kind"] == "any"

    def test_search_is_not_found(self) -> None:
        """It does not find itself."""
        assert all(one["name"] != "find_capability" for one in find("look", top=8).details["matches"])

    @pytest.mark.parametrize(("top", "expected"), [(1, 1), (0, 1), (-3, 1), (99, 8), (None, 3), ("2", 3), (True, 3)])
    def test_top(self, top: Any, expected: int) -> None:
        """1 to 8 matches are named, 3 where nothing is said."""
        tools = [Tool(f"t{number}", "file") for number in range(10)]

        found: Any = lazy.find({"description": "file", "top": top}, Catalogue(tools)).details["matches"]
        assert len(found) == expected

    def test_looking_only(self) -> None:
        """Nothing is loaded where that is not wanted."""
        found = find("search for a pattern", load=False)

        assert (found.activate, found.skill, "loaded" in found.details) == ((), None, False)


class TestSkillText:
    """A skill's instructions."""

    def test_read(self) -> None:
        """They follow the matches, where they came from being said."""
        text = lazy.skill_text(find("pdf"), "Do it.", switches())

        assert text.endswith('Skill "pdf" (/skills/pdf/SKILL.md) is loaded. Its instructions:\n\nDo it.')

    def test_long(self) -> None:
        """8,000 characters, and where the rest is."""
        text = lazy.skill_text(find("pdf"), "y" * 9000, switches())

        assert text.count("y") == 8000
        assert text.endswith("\n…[cut after 8,000 characters; the rest is in /skills/pdf/SKILL.md]")

    def test_unreadable(self) -> None:
        """It says so."""
        text = lazy.skill_text(find("pdf"), None, switches())

        assert text.endswith('The instructions of skill "pdf" could not be read: /skills/pdf/SKILL.md')

    def test_of_a_tool(self) -> None:
        """Without a skill the answer is the answer."""
        found = find("glob")

        assert lazy.skill_text(found, None, switches()) == found.text
