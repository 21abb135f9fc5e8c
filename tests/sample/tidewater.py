"""Five sessions on a library of tide tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .acts import edit, missing, read, run, write
from .marks import end, interrupt
from .teller import Teller
from .world import text

if TYPE_CHECKING:
    from collections.abc import Callable

    from .world import Project, World

OPUS, SONNET, HAIKU = "claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5"

WINTER = text("winter")
NO_CSV = text("no_csv")
STATIONS = text("stations")
LOG = text("log")
TEST_EXPORT = text("test_export")

AS_CSV = '''def as_csv(station: Station, turns: Iterable[Turn]) -> str:
    """The same table as comma-separated values, with a heading."""
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    writer.writerow(HEADINGS)
    writer.writerows(format_row(station, turn) for turn in turns)
    return buffer.getvalue()


def next_turn('''


def winter(world: World, project: Project) -> None:
    """A bug found and mended; one file is read twice for nothing."""
    t = Teller(world, project, "winter", "2026-11-26T09:12:00", OPUS)
    t.prompt(
        "The heights for brunsby were right all summer and are an hour off since the clocks went back. Find out why."
    )
    first, stations = read(project, "tides.py"), read(project, "stations.py")
    t.say("I start with the harmonic sum and with what it is given.", first, stations)
    t.say("Now what fails.", run("python -m pytest -q tests/test_tides.py", WINTER, 1, 2.2))
    t.say("Both failures are an hour.", read(project, "test_tides.py"))
    again = read(project, "tides.py")
    t.say("", again, think="hours_since_epoch calls astimezone without a zone. Let me look at it once more.")
    world.plant("exact_reread", first.place, again.place, "tides.py, unchanged, the same epoch; a test ran between")
    old = """    local = moment.astimezone()
    return (local.replace(tzinfo=timezone.utc) - EPOCH).total_seconds() / 3600"""
    t.say(
        "It reckons in the machine's zone.",
        edit(project, "tides.py", old, "    return (moment - EPOCH).total_seconds() / 3600"),
    )
    t.say("", run("python -m pytest -q tests/test_tides.py", "...........\n11 passed in 0.79s", 0, 2.0))
    commit = "git commit -qam 'Reckon hours in UTC, whatever zone the machine is in' && git log --oneline -1"
    t.say("", run(commit, "9c41e07 Reckon hours in UTC, whatever zone the machine is in"))
    t.say(
        "The hours were reckoned in the zone of the machine, so every height moved by an hour when the clocks changed. "
        "They are reckoned in UTC now, the eleven tests pass, and the change is committed."
    )
    end(t)


def export(world: World, project: Project) -> None:
    """A feature with three runs of the same failing test, a listing seen twice, and a long pause."""
    t = Teller(world, project, "export", "2026-11-26T14:05:00", SONNET)
    t.prompt("Add CSV to the export, with a test. Same columns as the text table.")
    first = read(project, "export.py")
    t.say("The text table first.", first)
    listing = run("ls -la tidewater/stations", STATIONS, 0, 0.1)
    t.say("", listing)
    again, relisted = read(project, "export.py"), run("ls -la tidewater/stations", STATIONS, 0, 0.1)
    t.say("", again, think="Which zone does format_row use? Once more.")
    t.say("", relisted)
    world.plant("exact_reread", first.place, again.place, "export.py, unchanged; only a listing between")
    world.plant("duplicate_inspection", listing.place, relisted.place, "the same listing; only a read between")
    t.say("The test comes first.", write(project, "test_export.py", TEST_EXPORT))
    tries = [run("python -m pytest -q tests/test_export.py", NO_CSV, 1, 1.4) for _ in range(3)]
    t.say("", tries[0])
    t.say("Perhaps a stale cache.", tries[1])
    t.say("", tries[2])
    world.plant("no_state_retry", tries[0].place, tries[1].place, "the same failing test, nothing changed")
    world.plant("no_state_retry", tries[1].place, tries[2].place, "and once more")
    t.say("It is simply not there yet. Shall I write it with the standard library's writer?")
    t.pause(75)
    t.prompt("Yes, do.")
    t.say("", edit(project, "export.py", "def next_turn(", AS_CSV))
    imports = edit(
        project,
        "export.py",
        "from collections.abc import Iterable\n",
        "import csv\nimport io\nfrom collections.abc import Iterable\n",
    )
    t.say("", imports)
    t.say("", run("python -m pytest -q", "............\n12 passed in 0.91s", 0, 2.4))
    t.say("`as_csv` gives the same rows as the text table; twelve tests pass.")
    end(t)


def survey(world: World, project: Project) -> None:
    """Three children look at the same files."""
    t = Teller(world, project, "survey", "2026-11-26T16:40:00", OPUS)
    t.prompt("Plan what it takes to add currents beside heights. Let three agents look at the code first.")
    t.say("First a look of my own.", *(read(project, name) for name in ("README.md", "tides.py", "stations.py")))
    reads: list[list[tuple[str, int]]] = []

    def story(*names: str, log: bool) -> Callable[[Teller], str]:
        def tell(child: Teller) -> str:
            acts = [read(project, name) for name in names]
            child.say("", *acts)
            if log:
                acts.append(run("git log --oneline -10", LOG, 0, 0.1))
                child.say("", acts[-1])
            reads.append([act.place for act in acts])
            return f"I read {', '.join(names)}. Currents need their own constants; the sum itself can stay as it is."

        return tell

    t.spawn(
        "Three looks, side by side.",
        ("model", "Read the library and say what a current would need.", story("tides.py", "stations.py", log=True)),
        (
            "files",
            "Read how stations are kept and say where currents fit.",
            story("stations.py", "README.md", log=True),
        ),
        ("tables", "Read how tables are made and say what changes.", story("export.py", "tides.py", log=False)),
        model=HAIKU,
    )
    world.plant("duplicate_subagent_work", reads[0][1], reads[1][0], "stations.py read by two children")
    world.plant("duplicate_subagent_work", reads[0][0], reads[2][1], "tides.py read by two children")
    world.plant("duplicate_subagent_work", reads[0][2], reads[1][2], "the same log seen by two children")
    t.say(
        "All three agree: a current is a second set of constants on a station, the harmonic sum takes either, and the "
        "tables gain two columns. I would begin with the station files, because their published weeks decide the rest."
    )
    end(t)


def steps(world: World, project: Project) -> None:
    """A new session learns the project again, and changes a constant there and back."""
    t = Teller(world, project, "steps", "2026-11-27T16:10:00", SONNET)
    t.prompt("Could the search for high water step ten minutes instead of six without losing a turn?")
    names = ("README.md", "tides.py", "stations.py")
    acts = [read(project, name) for name in names]
    t.say("First the lie of the land.", *acts)
    world.plant("cold_start", acts[0].place, acts[2].place, "three files that the survey had read a day before")
    back = edit(project, "tides.py", "STEP = timedelta(minutes=6)", "STEP = timedelta(minutes=10)")
    t.say("", back)
    lost = "E   assert [True, False, False, True] == [True, False, True, False]\n1 failed, 11 passed in 0.66s"
    t.say("", run("python -m pytest -q", lost, 1, 2.0))
    forth = edit(project, "tides.py", "STEP = timedelta(minutes=10)", "STEP = timedelta(minutes=6)")
    t.say("With ten a turn is lost in the shallow harbours.", forth)
    world.plant("edit_oscillation", back.place, forth.place, "six minutes, ten, six again")
    t.say("", run("python -m pytest -q", "............\n12 passed in 0.93s", 0, 2.4))
    t.say("No: at ten minutes kettleness loses the small turn after low water. Six stays.")
    end(t)


def slip(t: Teller) -> None:
    """Three calls of things that do not exist: a file, a subcommand, a program."""
    usage = "usage: tidewater [-h] {table,next,export} ...\ntidewater: error: argument command: invalid choice: 'tabel'"
    slips = (
        missing(t.project, "/home/dev/tidewater/tidewater/station.py"),
        run("python -m tidewater tabel brunsby 2026-11-28", usage, 2, 0.4),
        run("tidewatr next brunsby --high", "/bin/bash: line 1: tidewatr: command not found", 127, 0.1),
    )
    for act in slips:
        t.say("", act)
        t.world.plant("invocation_mistake", act.place, act.place, "a name that does not exist")


def currents(world: World, project: Project) -> None:
    """The next morning: the same three files once more, three slips of the hand, an interrupt, another model."""
    t = Teller(world, project, "currents", "2026-11-28T09:05:00", OPUS)
    t.prompt("Begin with currents: let a station file carry a second table, `currents`, and load it.")
    acts = [read(project, name) for name in ("README.md", "tides.py", "stations.py")]
    t.say("", *acts)
    world.plant("cold_start", acts[0].place, acts[2].place, "three files that the session before had read")
    slip(t)
    interrupt(t, "I will now rewrite the reading of stations from the ground up, with a class for every kind of")
    t.model = SONNET
    t.prompt("No rewriting. Only the second table.")
    field = "    constants: dict[str, tuple[float, float]] = field(default_factory=dict)\n"
    t.say(
        "Only the table, then.", edit(project, "stations.py", field, field + field.replace("constants", "currents", 1))
    )
    both = '    tables = {kind: pairs(raw.get(kind, {})) for kind in ("constants", "currents")}\n'
    t.say(
        "",
        edit(
            project,
            "stations.py",
            '    constants = {key: (row["amplitude"], row["phase"]) for key, row in raw["constants"].items()}\n',
            both,
        ),
    )
    t.say("", edit(project, "stations.py", 'raw["mean_level"], constants)', 'raw["mean_level"], **tables)'))
    pairs = '''def pairs(table: dict[str, dict[str, float]]) -> dict[str, tuple[float, float]]:
    """Amplitude and phase of every constituent of a table."""
    return {key: (row["amplitude"], row["phase"]) for key, row in table.items()}


def names('''
    t.say("", edit(project, "stations.py", "def names(", pairs))
    t.say("", run("python -m pytest -q", "............\n12 passed in 0.95s", 0, 2.4))
    t.say("A station loads `currents` where its file has them, and an empty table where not. Twelve tests pass.")
    end(t)
