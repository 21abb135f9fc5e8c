"""Folds instructions into one text: nine sections that come with tally, those that a project says itself in their
place, and what is known of the project. The same input makes the same bytes.
"""

from __future__ import annotations

from tallystick.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

SECTIONS = {
    "role": "Role",
    "working-style": "Working style",
    "tools": "Tools",
    "tests": "Tests",
    "git": "Git",
    "safety": "Safety",
    "communication": "Communication",
    "context-thrift": "Context thrift",
    "session-end": "Session end",
}
# What a project is made with, by files at its top; behind * stands how a name ends.
STACK = {
    "Python": ("pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "Pipfile", "uv.lock", "poetry.lock"),
    "JavaScript or TypeScript": (
        *("package.json", "tsconfig.json", "package-lock.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock", "deno.json"),
    ),
    "Rust": ("Cargo.toml", "Cargo.lock"),
    "Go": ("go.mod", "go.work"),
    "Java or Kotlin": ("pom.xml", "build.gradle", "build.gradle.kts", "gradlew"),
    "C or C++": ("CMakeLists.txt", "meson.build", "configure.ac"),
    ".NET": ("*.sln", "*.csproj", "*.fsproj"),
    "Ruby": ("Gemfile", "Rakefile"),
    "PHP": ("composer.json",),
    "Elixir": ("mix.exs",),
    "Swift": ("Package.swift",),
    "Terraform": ("*.tf",),
    "containers": ("Dockerfile", "compose.yaml", "docker-compose.yml"),
    "commands": ("Makefile", "justfile", "Taskfile.yml"),
}
_LONGEST = 200  # characters of an agent's description: when to use it stands in the first of them
_DEEPEST = 6  # levels of headings


class Compiled:
    """The compiled text, the size of all that it was made from (bytes), and the titles that the project replaced."""

    __slots__ = ("replaced", "sources", "text")

    def __init__(self, text: str, sources: int, replaced: Sequence[str]) -> None:
        self.text = text
        self.sources = sources
        self.replaced = tuple(replaced)

    @property
    def size(self) -> int:
        """Return the size of the text (bytes)."""
        return len(self.text.encode())


def fold(
    bodies: Mapping[str, str], own: Mapping[str, str], agents: Iterable[tuple[str, str]], stack: Iterable[str]
) -> Compiled:
    """Return the sections in order, each by the project's own words where it has any, and the project's context.

    A section that the project leaves empty is left out.
    """
    sources = sum(len(body.encode()) for body in (*bodies.values(), *own.values()))
    parts = [(title, own.get(name, bodies[name])) for name, title in SECTIONS.items()]
    parts.append(("Agents", "\n".join(f"- {name}: {about}" if about else f"- {name}" for name, about in agents)))
    parts.append(("Stack", "\n".join(f"- {line}" for line in stack)))
    text = "".join(f"\n## {title}\n\n{body.strip()}\n" for title, body in parts if body.strip())
    return Compiled(f"# Instructions\n{text}", sources, [SECTIONS[name] for name in SECTIONS if name in own])


def own_sections(text: str, path: str) -> dict[str, str]:
    """Return the sections of a project's instructions that stand for ours, by name; UsageError where two are one's.

    Each line is of one section: one that stands within another is taken out of it.
    """
    names = {title.lower(): name for name, title in SECTIONS.items()}
    lines = text.lstrip("\ufeff").replace("\r\n", "\n").split("\n")
    heads = list(_headings(lines))
    owners = [""] * len(lines)
    places: dict[str, int] = {}
    known = [names.get(" ".join(title.lower().replace("-", " ").replace("_", " ").split())) for *_, title in heads]
    for place, (at, level, _) in enumerate(heads):
        name = known[place]
        if name is None:
            continue
        if name in places:
            raise UsageError(
                f"{path}: two sections are called {SECTIONS[name]!r} (lines {places[name]} and {at + 1}); keep one"
            )
        places[name] = at + 1
        end = next((line for line, other, _ in heads[place + 1 :] if other <= level), len(lines))
        body = at + (1 if lines[at].lstrip().startswith("#") else 2)  # what is underlined takes two lines
        owners[at:end] = [*[""] * (body - at), *[name] * (end - body)]
    return {
        name: "\n".join(line for line, owner in zip(lines, owners, strict=True) if owner == name).strip()
        for name in places
    }


def _headings(lines: Sequence[str]) -> Iterable[tuple[int, int, str]]:
    """Yield line (from 0), level and title of each heading; what stands in a block of code or a comment is none."""
    fence, in_comment, before = "", False, ""
    for at, line in enumerate(lines):
        text, above, before = line.strip(), before, line
        is_indented = line.startswith(("    ", "\t"))
        mark = text[: len(text) - len(text.lstrip(text[:1]))] if text[:1] in {"`", "~"} else ""
        if in_comment:
            in_comment = "-->" not in text
        elif fence:
            if text == mark and mark.startswith(fence):
                fence = ""
        elif len(mark) >= 3 and not is_indented:
            fence = mark
        elif text.startswith("<!--") and not is_indented:
            in_comment = "-->" not in text[4:]
        elif _underlines(text, above, lines[at - 2] if at > 1 else "") and not is_indented:
            yield at - 1, 1 if text[0] == "=" else 2, above.strip()
        elif text.startswith("#") and not is_indented:
            level = len(text) - len(text.lstrip("#"))
            title = text[level:]
            if level <= _DEEPEST and title[:1] in {"", " ", "\t"}:
                yield at, level, title.strip().rstrip("#").strip()


def _underlines(text: str, above: str, before: str) -> bool:
    """Say whether a line makes the one above it a heading, which stands alone below an empty one (`before`)."""
    title = above.strip()
    is_line = bool(text) and text.strip(text[0]) == "" and text[0] in "=-"
    return is_line and title[:1].isalpha() and not before.strip() and not above.startswith(("    ", "\t"))


def roster(files: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return name and description of agents by their files (name without its ending, text), sorted by name."""
    return sorted(_agent(stem, text) for stem, text in files)


def _agent(stem: str, text: str) -> tuple[str, str]:
    fields = _front_matter(text)
    about = fields.get("description", "")
    if len(about) > _LONGEST:
        about = about[:_LONGEST].rpartition(" ")[0].rstrip(",;:") + " …"
    return fields.get("name") or stem, about


def _front_matter(text: str) -> dict[str, str]:
    """Return the plain keys of a file's head, each in one line; lists and what is nested are passed over."""
    lines = text.lstrip("\ufeff").splitlines()
    if not lines or lines[0].rstrip() != "---":
        return {}
    found: dict[str, str] = {}
    key = ""
    for line in lines[1:]:
        if line.rstrip() in {"---", "..."}:
            return {name: _plain(value) for name, value in found.items()}
        if line[:1] in {" ", "\t"}:
            if key:
                found[key] = f"{found[key]} {line.strip()}"
        else:
            key, colon, value = line.partition(":")
            if colon:
                found[key] = value.strip()
            else:
                key = ""
    return {}  # a head without an end is none


def _plain(value: str) -> str:
    """Return a value of YAML as one line of text: quotes and the signs of a block taken off."""
    head, _, rest = value.partition(" ")
    if head in {"|", ">", "|-", ">-", "|+", ">+"}:
        value = rest
    value = " ".join("".join(one if one.isprintable() else " " for one in value).split())
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        value = value[1:-1].replace('\\"', '"') if value[0] == '"' else value[1:-1].replace("''", "'")
    return value


def _is_of(name: str, mark: str) -> bool:
    return name.endswith(mark[1:]) if mark[0] == "*" else name == mark


def stack(names: Iterable[str]) -> list[str]:
    """Return what a project is made with, and by which of its files that is known."""
    there = sorted(names)
    found = []
    for label, marks in STACK.items():
        known = [name for mark in marks for name in there if _is_of(name, mark)]
        if known:
            found.append(f"{label}: {', '.join(known)}")
    return found
