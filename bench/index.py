"""Measures the index beside the peer and writes what was seen.

    python -m bench.index [--tree DIR | --seed 2 --size-mb 500] [--rounds 7] [--only ROW ...]

installs both sides, makes the corpora, runs every row, keeps raw samples in bench/samples/ and writes bench/RESULTS.md.
Exit code 1 where a must is missed. `--results` only writes the page again from the samples there are.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from typing import TYPE_CHECKING

from bench import archive, machine, ours, peer, results
from bench.rows import ROWS
from bench.setting import Given, Setting
from bench.timing import Failed

if TYPE_CHECKING:
    from bench.setting import Record


def parse(words: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tree", help="measure this tree (a folder with projects/) and not a corpus of our own")
    parser.add_argument("--large", metavar="DIR", help="a tree of four times the size, for memory and scale")
    parser.add_argument("--single", metavar="DIR", help="a tree of one session, for memory")
    parser.add_argument("--check", metavar="DIR", action="append", default=[], help="check the totals of this tree too")
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--size-mb", type=float, default=500)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", metavar="ROW", action="append", choices=ROWS, help=f"of {', '.join(ROWS)}")
    parser.add_argument("--cache", default=default_cache(), help="where both sides and the corpora are kept")
    parser.add_argument("--results", action="store_true", help="write the page again and measure nothing")
    return parser.parse_args(words)


def default_cache() -> str:
    """The folder where things are kept from run to run."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(base, "tallystick-bench")


def set_up(arguments: argparse.Namespace, work: str) -> Setting:
    """Install both sides and gather what the rows need."""
    home = os.path.join(work, "peer-home")
    os.makedirs(home)
    return Setting(
        ours.install(arguments.cache, work),
        peer.install(arguments.cache, home),
        arguments.cache,
        work,
        arguments.rounds,
        arguments.seed,
        arguments.size_mb,
        Given(arguments.tree, arguments.large, arguments.single, tuple(arguments.check)),
    )


def measure(setting: Setting, names: list[str]) -> None:
    """Run rows one after the other and keep what they give."""
    versions = {**setting.ours.about(), "ccusage": peer.VERSION}
    around = {"machine": machine.describe(), "versions": versions}
    for name in names:
        print(f"{name} ...", end=" ", file=sys.stderr, flush=True)
        began = time.perf_counter()
        archive.save(name, ROWS[name](setting), around)
        print(f"{time.perf_counter() - began:.0f} s", file=sys.stderr)


def report() -> bool:
    """Write the page from the newest samples, print its table, and say whether every must is met."""
    records: dict[str, Record] = {name: found for name in ROWS if (found := archive.newest(name))}
    with open(results.PAGE, "w", encoding="utf-8") as page:
        page.write(results.page(records))
    figures = results.figures(records)
    print(results.table(figures), end="")
    checks = records.get("totals", {}).get("checks", [])
    exact = all(check[name] is not False for check in checks for name in results.AGREEMENTS)
    print(f"totals {'exact' if exact else 'DIFFER'} on {len(checks)} trees")
    return exact and all(one.value <= one.target.must for one in figures)


def main() -> int:
    """Measure and report; 1 where a must is missed, 2 where nothing could be measured."""
    arguments = parse(sys.argv[1:])
    if not arguments.results:
        work = os.path.join(arguments.cache, f"work-{os.getpid()}")
        os.makedirs(work)
        try:
            measure(set_up(arguments, work), arguments.only or list(ROWS))
        except Failed as failure:
            print(f"bench: {failure}", file=sys.stderr)
            return 2
        finally:
            shutil.rmtree(work, ignore_errors=True)
    return 0 if report() else 1


if __name__ == "__main__":
    sys.exit(main())
