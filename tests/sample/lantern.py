"""Five sessions on a small generator of static pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .acts import edit, read, run, write
from .marks import compaction, end, fork, leave, limit, tear
from .teller import Teller
from .world import text

if TYPE_CHECKING:
    from .world import Project, World

OPUS, SONNET, HAIKU = "claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5"
RESETS_AT = 1_795_896_000  # 2026-11-28T20:00:00Z

COLON = text("colon")
GREEN = text("green")
SUMMARY = text("summary")
SPLIT = '  const pairs = text.slice(4, end).split("\\n").map((line) => line.split(/:\\s*/, 2) as [string, string]);\n'
CUT = """  const pairs = text.slice(4, end).split("\\n").map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as [string, string];
  });
"""

GUIDE = text("guide")


def tags(world: World, project: Project) -> tuple[Teller, list[tuple[str, int]]]:
    """A bug, a compaction, and two files that are read again behind it. It ends for now at the compaction."""
    t = Teller(world, project, "tags", "2026-11-27T08:35:00", OPUS)
    t.prompt("A title with a colon loses its second half. Mend that first; then I want tags on pages.")
    t.say("The renderer and its test.", read(project, "render.ts"), read(project, "render.test.ts"))
    t.say("", run("npx vitest run", COLON, 1, 3.1))
    t.say("`split` with a limit drops what is left over.", edit(project, "render.ts", SPLIT, CUT))
    t.say("", run("npx vitest run", GREEN, 0, 2.9))
    t.say(
        "",
        run(
            "git commit -qam 'Keep colons in front matter' && git log --oneline -1",
            "4be19d2 Keep colons in front matter",
        ),
    )
    t.say("Mended and committed. Now tags: the layout decides where they go.")
    t.prompt("Under the title, please. No index page.")
    seen = [read(project, "render.ts"), read(project, "config.ts")]
    t.say(
        "Then the layout needs a place for them.", *seen, think="The layout is a string in config.ts with two places."
    )
    t.say("The place is right under the heading, before {{body}}. I will do it after lunch.")
    compaction(t, SUMMARY)
    leave(t)
    return t, [act.place for act in seen]


def tags_go_on(world: World, t: Teller, seen: list[tuple[str, int]]) -> None:
    """What the session did behind its compaction."""
    project = t.project
    t.pause(131)
    t.prompt("Go on.")
    again = [read(project, "render.ts"), read(project, "config.ts")]
    t.say("I need both files again.", *again)
    for place, act in zip(seen, again, strict=True):
        world.plant("rehydration", place, act.place, "the same file, unchanged, behind the compaction")
    t.say("", edit(project, "config.ts", "<main>\n{{body}}", "<main>\n{{tags}}\n{{body}}"))
    fill = '.replace("{{body}}", blocks.join("\\n"))'
    t.say("", edit(project, "render.ts", fill, f'.replace("{{{{tags}}}}", list(meta.tags)){fill}'))
    helper = """function list(tags: string | undefined): string {
  const words = (tags ?? "").split(",").map((word) => word.trim()).filter(Boolean);
  return words.length > 0 ? `<ul class="tags">${words.map((word) => `<li>${escape(word)}</li>`).join("")}</ul>` : "";
}

export function renderPage("""
    t.say("", edit(project, "render.ts", "export function renderPage(", helper))
    t.say("", run("npx vitest run && npx tsc --noEmit", GREEN, 0, 5.2))
    t.say("Tags stand under the title; a page without any has no list. Six tests pass and the types hold.")
    end(t)


def index_page(parent: Teller) -> None:
    """A fork from behind the compaction: the other way, as an index page after all. The files are as they were then."""
    t = fork(parent, "index", "2026-11-27T10:20:00")
    t.prompt("Try it the other way: one page per tag, and leave the notes' own pages alone. Only tell me how.")
    t.say(
        "One page per tag needs a pass over all notes before the first is written: `build` would collect front matter, "
        "group by tag, then render. That is about thirty lines in src/cli.ts and none in src/render.ts. The cost: "
        "every build reads everything, which for a few hundred notes nobody will notice.",
        think="They only want the plan. build reads each note and writes it at once; that loop has to be split in two.",
    )
    end(t)


def guide(world: World, project: Project) -> None:
    """A page of documentation, written by another vendor's model."""
    t = Teller(world, project, "guide", "2026-11-27T13:00:00", "glm-5")
    t.prompt("Write docs/writing.md: what a note may hold. Look at the renderer, do not guess.")
    t.say("", read(project, "render.ts"))
    t.say("", write(project, "writing.md", GUIDE))
    t.say("Written. It lists the four keys and what the renderer knows of Markdown.")
    end(t)


def old_client(world: World, project: Project) -> None:
    """On a machine with an old client, which writes a line before its answer ends: every output is a lower bound. Two
    edits, and two that take them back.
    """
    t = Teller(world, project, "watch", "2026-11-28T11:15:00", "claude-opus-4-6", client="2.1.42")
    t.stops = False
    t.prompt("Add --watch to the command line.")
    t.say("", read(project, "cli.ts"))
    option, flag = "  drafts: boolean;\n}", '    if (arg === "--drafts") options.drafts = true;\n'
    watched = f'{flag}    else if (arg === "--watch") options.watch = true;\n'
    first = edit(project, "cli.ts", option, "  drafts: boolean;\n  watch?: boolean;\n}")
    t.say("", first)
    t.say("", edit(project, "cli.ts", flag, watched))
    lines = enumerate(project.files["cli.ts"].splitlines(), 1)
    found = "\n".join(f"{number}:{line}" for number, line in lines if "watch" in line)
    t.say("", run("grep -n watch src/cli.ts", found, 0, 0.1))
    t.prompt("On second thought no: an editor can do that. Take it back.")
    t.say("", edit(project, "cli.ts", watched, flag))
    last = edit(project, "cli.ts", "  drafts: boolean;\n  watch?: boolean;\n}", option)
    t.say("", last)
    world.plant("abandoned_work", first.place, last.place, "cli.ts as it was before, nothing gained")
    t.say("It is as it was.")
    t.finish()


def questions(world: World, project: Project) -> None:
    """Small questions to a small model, the plan's limit, a torn line, and a last answer when the limit is over."""
    t = Teller(world, project, "questions", "2026-11-28T15:10:00", HAIKU)
    t.prompt("Which of our dependencies are not used?")
    tree = "lantern@0.4.0 /home/dev/lantern\n├── marked@15.0.7\n├── tsx@4.20.3\n├── typescript@5.9.2\n└── vitest@3.2.4"
    t.say("", run("npm ls --depth=0", tree, 0, 0.9), run("grep -rn 'from \"marked\"' src test", "", 1, 0.1))
    t.say("`marked` is not imported anywhere; the renderer has its own few rules. The other three are used.")
    t.prompt("And how large would a site of 300 notes get?")
    t.say("", run("du -sh site && ls site | wc -l", "412K\tsite\n57", 0, 0.1))
    t.say("57 pages are 412 kB, so 300 would be a little over 2 MB.")
    tear(t)
    t.pause(40)
    t.prompt("Remove marked, then.")
    limit(t, RESETS_AT)
    t.pause(185)
    t.model = SONNET
    t.prompt("Now?")
    t.say("", run("npm uninstall marked && npm ls --depth=0", tree.replace("├── marked@15.0.7\n", ""), 0, 2.2))
    t.say("`marked` is gone; typescript, tsx and vitest remain.")
    end(t)
