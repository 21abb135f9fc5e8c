"""Writes docs/reference/ from what the program says of itself; `--check` prints what would change and ends with 1."""

from __future__ import annotations

import importlib
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tallystick.accounting.vocabulary import entries
from tallystick.cli.main import COMMANDS
from tallystick.detectors import DETECTORS
from tallystick.filters import FILTERS
from tallystick.filters.commands import COMMANDS as COMMAND_RULES
from tallystick.filters.digests import DIGESTS
from tallystick.filters.marks import left_out, times
from tallystick.filters.pipeline import CHAINS, load
from tallystick.mechanisms import MECHANISMS
from tallystick.mechanisms import settings as switches
from tallystick.mechanisms.counters import EVENTS as TURNS
from tallystick.model import transformation as model
from tallystick.model.finding import COUNTED, DIRECT

if TYPE_CHECKING:
    from tallystick.filters.commands.protocol import Rewriter

REFERENCE = Path(__file__).parent / "reference"
INVENTORY = Path(__file__).parent / "inventory.json"
SAMPLE = Path(__file__).parents[1] / "src" / "tallystick" / "data" / "sample"
NOTE = "<!-- Written by `make docs`; do not edit. -->\n"


def run_tally(*words: str, home: str) -> str:
    """Run the command of this checkout in an empty home, 100 columns wide, and return what it prints."""
    environment = {"PATH": os.environ["PATH"], "HOME": home, "COLUMNS": "100", "TERM": "dumb"}
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)
    command = [sys.executable, "-m", "tallystick", *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


def describe_commands(home: str) -> str:
    """Every command's own help, in the order of the table."""
    helps = [("# Commands", run_tally("--help", home=home))]
    helps += [(f"## tally {name}", run_tally(name, "--help", home=home)) for name in COMMANDS]
    return NOTE + "".join(f"\n{title}\n\n```text\n{text.rstrip()}\n```\n" for title, text in helps)


def describe_schema(home: str) -> str:
    """The SQL of a new index, tables before indexes, in the order in which they were made."""
    root = Path(home) / "root"
    run_tally("--root", str(root), "sync", "--config-dir", str(SAMPLE), home=home)
    with sqlite3.connect(root / "index.sqlite3") as index:
        (version,) = index.execute("PRAGMA user_version").fetchone()
        made = index.execute("SELECT sql FROM sqlite_master WHERE sql NOT NULL ORDER BY type DESC, rowid").fetchall()
    statements = "\n\n".join(f"{sql};" for (sql,) in made)
    return f"{NOTE}\n# The index\n\nVersion {version} of the schema.\n\n```sql\n{statements}\n```\n"


def describe_transformations() -> str:
    """The fields of the ledger's records, from the model."""
    page = (
        f"{NOTE}\n# Transformations\n\nOne JSON object a line, in ASCII; [the library](../transforms.md) writes them.\n"
    )
    for title, fields in (
        ("A transformation", model.FIELDS),
        ("Also in debug mode", model.DEBUG_FIELDS),
        ("A saving (the older kind, in characters)", model.LEGACY_FIELDS),
    ):
        page += f"\n## {title}\n\n| field | | meaning |\n|---|---|---|\n"
        page += "".join(f"| `{name}` | {kind} | {meaning} |\n" for name, kind, meaning in fields)
    page += "\n## Surfaces\n\n| surface | |\n|---|---|\n"
    page += "".join(f"| `{name}` | {meaning} |\n" for name, meaning in model.SURFACE_MEANINGS.items())
    page += "\n## Where each kind of change is made\n\n"
    page += "| what | bucket | from what to what | surface | mechanisms and where |\n|---|---|---|---|---|\n"
    for row in json.loads(INVENTORY.read_text("utf-8")):
        cells = (row["area"], _code(row["bucket"]), row["values"], _code(row["surface"]), _where(row))
        page += f"| {' | '.join(cells)} |\n"
    return page


def _code(names: str) -> str:
    return ", ".join(f"`{name}`" for name in names.split(", "))


def _where(row: dict[str, Any]) -> str:
    """Each mechanism with its file, and what a row waits for; a test of the library holds it to the code."""
    found = [f"{_code(', '.join(names))} in {file}.py" for file, names in row.get("files", {}).items()]
    if "issue" in row:
        found.append(f"needs {row['needs']}: comes with issue {row['issue']}")
    return "; ".join(found)


def describe_detectors() -> str:
    """Every detector's docstring, in the order in which results are booked, and the word lists that they rest on."""
    ways = dict.fromkeys(DIRECT, "in the direct sum") | dict.fromkeys(COUNTED, "by number only")
    page = f"{NOTE}\n# Detectors\n\nEach redundant result is booked once, to the first signature that claims it.\n\n"
    page += "| signature | labels | counted |\n|---|---|---|\n"
    for one in DETECTORS:
        labels = ", ".join(f"`{label}`" for label in one.LABELS)
        page += f"| `{one.SIGNATURE}` | {labels} | {ways.get(one.SIGNATURE, 'apart')} |\n"
    for one in DETECTORS:
        page += f"\n## {one.SIGNATURE}\n\nVersion {one.VERSION}.\n\n{str(one.__doc__).strip()}\n"
    page += "\n## Word lists\n\nRegular expressions whose matches are replaced before two errors are compared:\n\n"
    page += "".join(f"```text\n{rule}\n```\n" for rule in read_words("volatile"))
    for name, what in (
        ("viewers", "Programs that only show"),
        ("writing", "With one of these a viewer does more than show"),
        ("writers", "Programs that write files"),
        ("live", "What changes while nothing is done, and what waits"),
        ("network", "What reaches another machine"),
        ("outages", "What an error says that passes by itself"),
    ):
        page += f"\n{what}: " + ", ".join(f"`{entry}`" for entry in read_words(name)) + ".\n"
    return page


def describe_filters() -> str:
    """Every filter's docstring by its shelf, with its mechanisms, the chains, and the rules for commands."""
    page = f"{NOTE}\n# Filters\n\nText in, text out, one mechanism after the other; each change is one record.\n"
    page += "`reducer`: never longer. `rewriter`: says where it gets longer. A filter that leaves something out says\n"
    page += f"how much: `{left_out(12, 'lines')}`, `{times('line', 3)}`.\n"
    page += "\n## Chains\n\n| chain | filters, in order |\n|---|---|\n"
    page += "".join(f"| `{name}` | {', '.join(chain)} |\n" for name, chain in CHAINS.items())
    for title, table in (("Filters of any output", FILTERS), ("Digests of one tool's output", DIGESTS)):
        page += f"\n## {title}\n\n| file | mechanism | bucket | kind |\n|---|---|---|---|\n"
        for name, module in table.items():
            for one in load(module):
                page += f"| {name} | `{one.MECHANISM}` | `{one.BUCKET}` | {one.KIND} |\n"
        for name, module in table.items():
            page += f"\n### {name}\n\n{page_of(module)}\n"
    page += "\n## Rules for commands\n\nOne simple command is touched, and only by kinds that were asked for.\n"
    for kind, module in COMMAND_RULES.items():
        rules: Rewriter = importlib.import_module(module)
        page += f"\n### {kind}\n\n{page_of(module)}\n\nRules: {', '.join(f'`{rule}`' for rule in rules.RULES)}.\n"
    return page


def describe_mechanisms() -> str:
    """Every context mechanism's docstring, its events and transformations, and the switches."""
    page = f"{NOTE}\n# Context mechanisms\n\n[The account](../mechanisms.md) of what they avoid, worked through.\n"
    for one in MECHANISMS:
        page += f"\n## {one.NAME}\n\n{str(one.__doc__).strip()}\n\n| changes | on the surface |\n|---|---|\n"
        page += "".join(f"| `{name}` | `{surface}` |\n" for name, surface in one.CHANGES.items())
    page += "\n## Switches\n\nEnvironment variables, all optional. "
    page += (
        "On with `1` or `true`; a number is finite and not negative.\n\n| variable | default | what |\n|---|---|---|\n"
    )
    for name, (default, what) in switches.SWITCHES.items():
        page += f"| `{switches.PREFIX}{name}` | {'on' if default else 'off'} | {what} |\n"
    for name, (number, what) in switches.NUMBERS.items():
        page += f"| `{switches.PREFIX}{name}` | {number} | {what} |\n"
    for name, (text, what) in switches.TEXTS.items():
        page += f"| `{switches.PREFIX}{name}` | {text} | {what} |\n"
    page += "\n## Events\n\nOne JSON object a line; each begins with `ts` (UTC, to the millisecond) and `kind`.\n\n"
    page += "| kind | fields |\n|---|---|\n"
    for kind, fields in [*(pair for one in MECHANISMS for pair in one.EVENTS.items()), *TURNS.items()]:
        page += f"| `{kind}` | {', '.join(f'`{field}`' for field in fields)} |\n"
    return page


def page_of(module: str) -> str:
    """A module's docstring."""
    return (importlib.import_module(module).__doc__ or "").strip()


def read_words(name: str) -> list[str]:
    """The entries of a shipped word list."""
    return entries((SAMPLE.parent / "words" / f"{name}.txt").read_text("utf-8"))


def main() -> int:
    """Write every page, or with `--check` only name those that differ."""
    with tempfile.TemporaryDirectory() as home:
        pages = {
            "commands.md": describe_commands(home),
            "schema.md": describe_schema(home),
            "detectors.md": describe_detectors(),
            "filters.md": describe_filters(),
            "mechanisms.md": describe_mechanisms(),
            "transformations.md": describe_transformations(),
        }
    REFERENCE.mkdir(exist_ok=True)
    stale = 0
    for name, text in pages.items():
        path = REFERENCE / name
        if path.exists() and path.read_text("utf-8") == text:
            continue
        stale += 1
        if "--check" in sys.argv:
            print(f"docs/reference/{name} is not what the code says: make docs", file=sys.stderr)
        else:
            path.write_text(text, "utf-8")
    return int(stale > 0 and "--check" in sys.argv)


if __name__ == "__main__":
    raise SystemExit(main())
