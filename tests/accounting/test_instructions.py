"""Instructions folded into one text: whose words stand where, what is counted, what cannot be used."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.accounting.instructions import SECTIONS, fold, own_sections, roster, stack
from tallystick.errors import UsageError

BODIES = {name: f"{title} of tally.\n" for name, title in SECTIONS.items()}


def test_what_comes_with_tally() -> None:
    """Nine sections in order, each under its title; nothing is saved, for the titles come on top.

    The titles have 74 letters, and each body is its title and 11 letters: 74 + 9 * 11 = 173 bytes.
    """
    found = fold(BODIES, {}, [], [])
    titles = [line for line in found.text.splitlines() if line.startswith("#")]
    assert titles == ["# Instructions", *(f"## {title}" for title in SECTIONS.values())]
    assert sum(map(len, SECTIONS.values())) == 74
    assert (found.sources, found.replaced) == (173, ())
    assert found.size > found.sources
    assert found.text.startswith("# Instructions\n\n## Role\n\nRole of tally.\n\n## Working style\n")
    assert found.text.endswith("\n## Session end\n\nSession end of tally.\n")


def test_what_a_project_says_itself() -> None:
    """Its words stand in the place of ours, both are sources, and a section that it leaves empty is left out."""
    found = fold(BODIES, {"git": "Never push.", "tests": ""}, [("a", "Reads."), ("b", "")], ["Go: go.mod"])
    assert "\n## Git\n\nNever push.\n\n## Safety\n" in found.text
    assert "Tests" not in found.text
    assert found.text.endswith("\n## Agents\n\n- a: Reads.\n- b\n\n## Stack\n\n- Go: go.mod\n")
    assert (found.sources, found.replaced) == (173 + len("Never push."), ("Tests", "Git"))
    assert found.size == len(found.text.encode())


def test_sections_by_their_titles() -> None:
    """Of any level, in any case, with hyphens or spaces; up to the next heading that is not below them."""
    text = "\ufeff# Tests\n# App\n\nx\n\n## git\n\nA\n\n### More\n\nB\r\n\n## Other\n\ny\n\n# CONTEXT-thrift ##\nC\n#### Session_End\n"
    assert own_sections(text, "p") == {
        "git": "A\n\n### More\n\nB",
        "context-thrift": "C",
        "session-end": "",
        "tests": "",
    }


@pytest.mark.parametrize(
    "text",
    [
        "```sh\n# Git\n```\n",
        "~~~~\n```\n# Git\n~~~\n# Git\n~~~~\n",
        "   ```\n# Git\n``` no end\n",
        "    # Git\n\t# Git\n",
        "#Git\n",
        "####### Git\n",
        "# Git flow\n",
        "`` `\nGit\n",
        "<!--\n# Git\n-->\n",
        "<!-- a\n\nGit\n===\n",
        "a\nGit\n---\n",
        "- Git\n---\n",
        "\n---\n",
        "---\nGit\n",
        "    Git\n---\n",
        "Git\n    ---\n",
        "Git\n-=-\n",
        "Git\n\n---\n",
    ],
)
def test_what_is_no_heading(text: str) -> None:
    """Code, and what only looks like one."""
    assert own_sections(text, "p") == {}


def test_headings_around_code() -> None:
    """A block of code ends where it ends; an indented fence is none."""
    assert own_sections("```\n```\n# Git\n    ```\n# Tests\nx\n", "p") == {"git": "```", "tests": "x"}


def test_headings_around_comments() -> None:
    """A comment ends where it ends."""
    assert own_sections("<!-- a -->\n# Git\nx\n<!--\n# Tests\n-->\n# Tools\ny\n", "p") == {
        "git": "x\n<!--\n# Tests\n-->",
        "tools": "y",
    }


def test_underlined_headings() -> None:
    """The other way to write them, of the first two levels."""
    text = "Git\n===\nx\n\nMore\n---\n\ny\n\nTests\n-----\nz\n\nOther\n=\nw\n"
    assert own_sections(text, "p") == {"git": "x\n\nMore\n---\n\ny", "tests": "z"}


def test_sections_within_sections() -> None:
    """No line is sent twice: each is of the innermost section that is called like one of ours."""
    text = "# Working style\na\n## Tests\nb\n### Slow ones\nc\n## Git\nd\n## Other\ne\n"
    assert own_sections(text, "p") == {
        "working-style": "a\n## Other\ne",
        "tests": "b\n### Slow ones\nc",
        "git": "d",
    }


def test_two_sections_of_one_name() -> None:
    """Nobody can say which of them is meant."""
    with pytest.raises(UsageError) as raised:
        own_sections("# Git\n\n## Tests\n\n## git\n", "CLAUDE.md")
    assert str(raised.value) == "CLAUDE.md: two sections are called 'Git' (lines 1 and 5); keep one"


def test_agents() -> None:
    """By name; one without a head goes by its file; descriptions are one line, and not a long one."""
    long = "Use it " + "often " * 60
    assert roster(
        [
            ("z", "---\nname: b\ndescription: 'It''s here'\ntools: [Read]\n---\ntext"),
            ("y", "\ufeff---\nname: a\ndescription: >-\n  Reads\n\ta diff:\x1b all of it\n\n---\n"),
            ("x", "---\ndescription: |\n...\n"),
            ("w", "no head"),
            ("v", "---\nname: never ends\n"),
            ("u", ""),
            ("t", f'---\ndescription: "{long}"\nno key\n  more\n---\n'),
            ("s", '---\ndescription: "say \\"no\\""\n---\n'),
        ]
    ) == [
        ("a", "Reads a diff: all of it"),
        ("b", "It's here"),
        ("s", 'say "no"'),
        ("t", "Use it" + " often" * 32 + " …"),
        ("u", ""),
        ("v", ""),
        ("w", ""),
        ("x", ""),
    ]


def test_stacks() -> None:
    """In the order of the table, whatever order the files come in."""
    names = ["uv.lock", "README", "App.csproj", "pyproject.toml", "Makefile", "Makefile.am", "a.tf"]
    expected = ["Python: pyproject.toml, uv.lock", ".NET: App.csproj", "Terraform: a.tf", "commands: Makefile"]
    assert stack(names) == stack(reversed(names)) == expected


@given(st.text())
def test_any_text(text: str) -> None:
    """Gives sections or one line that says what is wrong; never anything else."""
    try:
        found = own_sections(text, "p")
    except UsageError:
        return
    assert set(found) <= set(SECTIONS)
    roster([("a", text)])
