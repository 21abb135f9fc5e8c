"""No-state retry: the same command failed in the same way, and nothing was written between."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.plant_scene import PROBABLE, PROVEN

if TYPE_CHECKING:
    from bench.plant_scene import Scene

NAME = "no_state_retry"


def found(s: Scene, command: str, *texts: str, label: str = PROVEN) -> None:
    """The command fails twice, each time with its text."""
    first = s.run(command, texts[0], code=1)
    s.between()
    s.expect(NAME, label, s.run(command, texts[-1], code=1), s.here(first))


def nothing_between(s: Scene) -> None:
    """Twice, and nothing between."""
    found(s, "python3 check_glaze.py", f"AssertionError: {s.text(200)}")


def another_failure_between(s: Scene) -> None:
    """Another command failed between, and a file was read: nothing was changed."""
    text = f"AssertionError: {s.text(200)}"
    first = s.run("python3 check_glaze.py", text, code=1)
    s.between()
    first = s.here(first)
    s.run("python3 check_slip.py", f"AssertionError: {s.text(90)}", code=2)
    s.read(s.path(), s.pages())
    s.expect(NAME, PROVEN, s.run("python3 check_glaze.py", text, code=1), first)


def times_differ(s: Scene) -> None:
    """What differs between any two runs does not count: time, duration, address, temporary name, process."""
    text = s.text(120)
    one = f"2026-09-01T10:00:00Z {text} in 1.52s at 0x7f00aa10 /tmp/kiln-a1b2 pid 4121"
    two = f"2026-09-01T10:04:09Z {text} in 1.49s at 0x7f11bb20 /tmp/kiln-c3d4 pid 4388"
    found(s, "python3 check_glaze.py", one, two)


def a_success_between(s: Scene) -> None:
    """A command succeeded between: it may have changed something."""
    text = f"AssertionError: {s.text(200)}"
    first = s.run("python3 check_glaze.py", text, code=1)
    s.between()
    s.look()
    s.expect(NAME, PROBABLE, s.run("python3 check_glaze.py", text, code=1), s.here(first))


def a_look_between(s: Scene) -> None:
    """Even a command that only looks succeeded."""
    text = f"AssertionError: {s.text(200)}"
    first = s.run("python3 check_glaze.py", text, code=1)
    s.between()
    s.run("git status --short", f" M src/glaze_{s.number}.py")
    s.expect(NAME, PROBABLE, s.run("python3 check_glaze.py", text, code=1), s.here(first))


def several_successes_between(s: Scene) -> None:
    """A script and a build."""
    text = f"AssertionError: {s.text(200)}"
    first = s.run("python3 check_glaze.py", text, code=1)
    s.between()
    s.run("python3 warm_up.py", s.text(40))
    s.run(f"make tidy-{s.number}", s.text(90))
    s.expect(NAME, PROBABLE, s.run("python3 check_glaze.py", text, code=1), s.here(first))


def a_success_of_a_child_between(s: Scene) -> None:
    """A child ran something while its parent waited."""
    text = f"AssertionError: {s.text(200)}"
    first = s.run("python3 check_glaze.py", text, code=1)
    s.between()
    one = s.t
    s.t = s.spawn(1)[0]
    s.look()
    s.gather(s.t)
    s.t = one
    s.expect(NAME, PROBABLE, s.run("python3 check_glaze.py", text, code=1), s.here(first))


def from_another_place(s: Scene) -> None:
    """`cd sub && x` is `x` in sub."""
    text = f"AssertionError: {s.text(200)}"
    first = s.run(f"cd {s.cwd}/sub && python3 check_glaze.py", text, code=1)
    s.between()
    s.t.cwd = f"{s.cwd}/sub"
    s.expect(NAME, PROVEN, s.run("python3 check_glaze.py", text, code=1), s.here(first))
    s.t.cwd = s.cwd


def three_times(s: Scene) -> None:
    """The second and the third are both redundant, however short the text."""
    first = s.run("python3 check_glaze.py", "cracked", code=1)
    s.between()
    first = s.here(first)
    second = s.run("python3 check_glaze.py", "cracked", code=1)
    s.expect(NAME, PROVEN, second, first)
    s.expect(NAME, PROVEN, s.run("python3 check_glaze.py", "cracked", code=1), second, first)


def a_failed_write_between(s: Scene) -> None:
    """A write that failed wrote nothing."""
    text = f"AssertionError: {s.text(200)}"
    first = s.run("python3 check_glaze.py", text, code=1)
    s.between()
    s.edit(s.path(), "no such clay", "slip", failed=True)
    s.expect(NAME, PROVEN, s.run("python3 check_glaze.py", text, code=1), s.here(first))


def written_between(s: Scene) -> None:
    """Any file that was written may be the cure."""
    text = f"AssertionError: {s.text(200)}"
    s.run("python3 check_glaze.py", text, code=1)
    s.between()
    s.edit(s.path(), "glaze", "slip")
    s.run("python3 check_glaze.py", text, code=1)


def succeeded_first(s: Scene) -> None:
    """The first run was fine."""
    text = s.text(200)
    s.run("python3 check_glaze.py", text)
    s.between()
    s.run("python3 check_glaze.py", text, code=1)


def with_another_error(s: Scene) -> None:
    """It failed otherwise."""
    for _ in range(3):
        s.run("python3 check_glaze.py", f"AssertionError: {s.text(200)}", code=1)
        s.between()


def over_the_network(s: Scene, command: str) -> None:
    """What reaches another machine may succeed the next time."""
    text = s.text(200)
    s.run(command, text, code=1)
    s.between()
    s.run(command, text, code=1)


def network_behind_a_cd(s: Scene) -> None:
    """The network word stands in the second segment."""
    over_the_network(s, f"cd {s.cwd} && gh run view 4417")


def network_in_a_substitution(s: Scene) -> None:
    """The network word stands in a substitution."""
    over_the_network(s, 'test "$(curl -s localhost:8080/health)" = fine')


def network_of_two_words(s: Scene) -> None:
    """`git fetch` reaches another machine; `git` alone does not."""
    over_the_network(s, f"cd {s.cwd}; true && git fetch origin main")


def somewhere_else(s: Scene) -> None:
    """The same words, in another folder."""
    text = f"AssertionError: {s.text(200)}"
    s.run("python3 check_glaze.py", text, code=1)
    s.between()
    s.t.cwd = f"{s.cwd}/sub"
    s.run("python3 check_glaze.py", text, code=1)
    s.t.cwd = s.cwd


def another_command(s: Scene) -> None:
    """One argument differs."""
    text = f"AssertionError: {s.text(200)}"
    s.run("python3 check_glaze.py -v", text, code=1)
    s.between()
    s.run("python3 check_glaze.py -q", text, code=1)


def refused(s: Scene) -> None:
    """A hook refused it, and so did the user: it never ran."""
    for kind, words in (("permission-rule", "PreToolUse:Bash hook error: not now"), ("user-rejected", "not now")):
        for _ in range(2):
            block = s.t.call("Bash", {"command": f"make fire-{kind}"})
            s.t.respond([block])
            more = {"failed": True, "toolDenialKind": kind, "toolUseResult": "Error: " + words}
            s.t.give(block, len(s.t.lines), words, -(-len(words) // 4), **more)
            s.between()


def written_by_a_child(s: Scene) -> None:
    """A child of the same session wrote a file while its parent waited."""
    text = f"AssertionError: {s.text(200)}"
    s.run("python3 check_glaze.py", text, code=1)
    s.between()
    one = s.t
    s.t = s.spawn(1)[0]
    s.edit(s.path(), "glaze", "slip")
    s.gather(s.t)
    s.t = one
    s.run("python3 check_glaze.py", text, code=1)


HITS = (
    *(nothing_between, another_failure_between, times_differ, a_success_between, from_another_place, three_times),
    *(a_failed_write_between, a_look_between, several_successes_between, a_success_of_a_child_between),
)
NEAR = (
    *(written_between, succeeded_first, with_another_error, network_behind_a_cd, network_in_a_substitution),
    *(network_of_two_words, somewhere_else, another_command, refused, written_by_a_child),
)
WHERE: dict[object, tuple[str, ...]] = {}
