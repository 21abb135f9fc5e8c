"""Tools and skills are not listed: the model looks for what it needs, and what it finds is there until the next prompt.

**Counts** what was not put into the prompt of a run: for each tool that is not active,
`(name + description + parameters as JSON + guidelines) / 4`, and the catalogue of skills where it was really taken out
of the system prompt (event `lazy`). Booked once a run, at the end of its first turn; several estimates of one turn
count as the largest of them.

**Rule.** `find_capability` scores every tool and skill against a description: 100 and more where all of it occurs as
it stands, else 10 for each of its words that is there, and 3 for one that begins alike. The best match is loaded: a
tool becomes active until the next prompt of the user, a skill's instructions are the answer,
`PI_CTX_SKILL_MAX_CHARS` at most.

**Caveats.** An estimate of what would have been there, and not a measurement: which tools are active is the host's
choice, so it counts 0 where all are and there are no skills. A prompt that does not hold the catalogue of skills word
for word keeps it, and it is not counted.
"""

from __future__ import annotations

import re

from tallystick.mechanisms.estimate import cut, json_units, quarter, units
from tallystick.mechanisms.records import Change, Found

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tallystick.mechanisms.messages import Message
    from tallystick.mechanisms.records import Catalogue, Event, Skill, Tool
    from tallystick.mechanisms.settings import Settings

NAME = "lazy"
EVENTS: dict[str, tuple[str, ...]] = {"lazy": ("avoidedTokens",)}
CHANGES = {"lazy_skills": "context_render"}
BUCKETS = {"lazy_skills": "context_projection"}
META_TOOL = "find_capability"
# What the host offers the model; the rest it looks up here.
TOOL: Message = {
    "name": META_TOOL,
    "label": "Find capability",
    "description": (
        "Look for a tool or a skill by what it should do, and load the best match. Not everything there is is listed:"
        " search before you conclude that something cannot be done."
    ),
    "promptSnippet": "Look for tools and skills that are not listed, and load them",
    "promptGuidelines": [
        f"Use {META_TOOL} when you need a tool or a skill that is not listed: say in concrete words what it should do."
    ],
    "parameters": {
        "type": "object",
        "required": ["description"],
        "properties": {
            "description": {"type": "string", "description": "what it should do, such as 'search files by pattern'"},
            "kind": {"type": "string", "enum": ["any", "tool", "skill"], "description": "default: any"},
            "load": {"type": "boolean", "description": "load the best match (default: true)"},
            "top": {"type": "integer", "minimum": 1, "maximum": 8, "description": "matches to name (default: 3)"},
        },
    },
}
_WHOLE = 100
_MOST, _USUAL = 8, 3  # matches that are named
_WORD = re.compile(r"[a-z0-9]+")


class _Match:
    __slots__ = ("description", "kind", "name", "of", "score")

    def __init__(self, kind: str, of: Tool | Skill, score: float) -> None:
        self.kind = kind
        self.name = of.name
        self.description = of.description
        self.score = score
        self.of = of


def avoided(catalogue: Catalogue) -> int:
    """Return the estimated tokens of the tools that are not active."""
    active = {*catalogue.active, META_TOOL}
    return sum(_of_tool(tool) for tool in catalogue.tools if tool.name not in active)


def without_skills(system_prompt: str, section: str) -> tuple[str, str] | None:
    """Return a prompt without the catalogue of skills, and what was taken out; None where it does not hold it.

    It has to be there word for word; blank lines around it, and the tags that newer hosts put there, go too. The gap is
    closed: three line feeds or more become two, and lines end without blanks.
    """
    words = section.strip()
    for taken in (f"<skills>\n{words}\n</skills>", words):
        if words and taken in system_prompt:
            rest = re.sub(r"\n{3,}", "\n\n", system_prompt.replace(taken, "", 1))
            return re.sub(r"[ \t]+$", "", rest, flags=re.MULTILINE).rstrip(), taken
    return None


def stripped(before: str, after: str) -> Change:
    """Return the change of a prompt whose catalogue of skills has gone."""
    name = "lazy_skills"
    return Change(name, bucket=BUCKETS[name], surface=CHANGES[name], before=before, after=after)


def spared(tokens: int) -> Event:
    """Return the event of an estimate."""
    return {"kind": "lazy", "avoidedTokens": tokens}


def score(query: str, text: str) -> float:
    """Return how well a text fits a description; 0: not at all."""
    wanted, there = query.lower(), text.lower()
    if wanted.strip() and wanted in there:
        return _WHOLE + min(units(there), 1000) / 100
    words = set(_WORD.findall(there))
    found = 0
    for word in _WORD.findall(wanted):
        if len(word) < 2:
            continue
        if word in words:
            found += 10
        elif any(one.startswith(word) or word.startswith(one) for one in words):
            found += 3
    return found


def find(params: Mapping[str, object], catalogue: Catalogue) -> Found:
    """Return what a search says and what is to be loaded for it."""
    query = params.get("description")
    query = query if isinstance(query, str) else ""
    kind = params.get("kind") if params.get("kind") in {"tool", "skill"} else "any"
    top = params.get("top")
    most = min(max(top, 1), _MOST) if isinstance(top, int) and not isinstance(top, bool) else _USUAL
    matches = sorted(_matches(query, str(kind), catalogue), key=lambda one: -one.score)[:most]
    details: Message = {
        "query": query,
        "kind": kind,
        "matches": [
            {"kind": one.kind, "name": one.name, "description": one.description, "score": one.score} for one in matches
        ],
    }
    if not matches:
        return Found(f'Nothing fits "{query}". Describe what it should do, in concrete words.', details)
    lines = [f'Fits "{query}":', *(f"- [{m.kind}] {m.name}: {m.description} (score {m.score:g})" for m in matches)]
    return _loaded(lines, details, matches[0], catalogue) if params.get("load") is not False else _said(lines, details)


def skill_text(found: Found, body: str | None, settings: Settings) -> str:
    """Return a search's answer with the instructions of the skill that it loaded; None: they could not be read."""
    skill = found.skill
    if skill is None:
        return found.text
    if body is None:
        return f'{found.text}\n\nThe instructions of skill "{skill.name}" could not be read: {skill.path}'
    kept = cut(body, settings.skill_max_chars)
    more = (
        "" if kept == body else f"\n…[cut after {settings.skill_max_chars:,} characters; the rest is in {skill.path}]"
    )
    return f'{found.text}\n\nSkill "{skill.name}" ({skill.path}) is loaded. Its instructions:\n\n{kept}{more}'


def _loaded(lines: list[str], details: Message, best: _Match, catalogue: Catalogue) -> Found:
    details = {**details, "loaded": {"kind": best.kind, "name": best.name}}
    if best.kind == "skill":
        skill = next(one for one in catalogue.skills if one is best.of)
        return Found("\n".join(lines), details, skill=skill)
    if best.name in catalogue.active:
        return _said([*lines, "", f'Tool "{best.name}" is active already.'], details)
    said = f'Tool "{best.name}" is active now, and until the next message of the user.'
    return Found("\n".join([*lines, "", said]), details, activate=(*catalogue.active, best.name))


def _said(lines: list[str], details: Message) -> Found:
    return Found("\n".join(lines), details)


def _matches(query: str, kind: str, catalogue: Catalogue) -> Iterator[_Match]:
    for tool in catalogue.tools if kind != "skill" else ():
        if tool.name == META_TOOL:
            continue
        found = score(query, " ".join([tool.name, tool.description, *tool.guidelines]))
        if found:
            yield _Match("tool", tool, found)
    for skill in catalogue.skills if kind != "tool" else ():
        found = score(query, f"{skill.name} {skill.description}")
        if found and skill.path:
            yield _Match("skill", skill, found)


def _of_tool(tool: Tool) -> int:
    texts = (tool.name, tool.description, *tool.guidelines)
    spaces = len(texts)  # between these and the parameters
    return quarter(sum(map(units, texts)) + json_units(tool.parameters) + spaces)
