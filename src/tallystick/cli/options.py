"""Options of commands: one table each, read here.

A command line that is plainly right is read without argparse, which costs 5 ms on every start. Whatever is not (an
unknown word, a missing value, `--help`) goes to argparse, built from the same table, which explains or refuses it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Sequence


# What a user may write for a moment (`accounting.bounds`).
WHEN = "a day (2026-01-15, today, yesterday), a time (2026-01-15T13:30) or how long ago (24h, 7d)"


class Option:
    """One option: `name` is `--flag`, or bare for a positional word; without a metavar it is a switch.

    `repeat` collects every value, which the last positional word may do too, behind `--` whatever they look like; a
    positional word may be left out where `optional` says so.
    """

    __slots__ = ("choices", "help", "metavar", "name", "optional", "repeat")

    def __init__(
        self,
        name: str,
        help: str,  # noqa: A002 - argparse's word
        *,
        metavar: str = "",
        choices: tuple[str, ...] = (),
        repeat: bool = False,
        optional: bool = False,
    ) -> None:
        self.name = name
        self.help = help
        self.metavar = metavar
        self.choices = choices
        self.repeat = repeat
        self.optional = optional

    @property
    def is_flag(self) -> bool:
        """Whether it is named on the command line."""
        return self.name.startswith("--")

    @property
    def takes_value(self) -> bool:
        """Whether a value follows its name."""
        return bool(self.metavar or self.choices)


COMMON = (
    Option("--root", "where tally keeps its index (default: TALLY_ROOT, or the data folder)", metavar="DIR"),
    Option(
        "--config-dir",
        "read this folder of Claude Code, not the usual ones; may be repeated",
        metavar="DIR",
        repeat=True,
    ),
    Option("--demo", "run on the sample that comes with tally, in a throwaway root"),
    Option("--no-color", "print no colours (so does NO_COLOR, and a pipe)"),
)


class Arguments:
    """What was given on the command line, by the name of the option."""

    __slots__ = ("_values",)

    def __init__(self, values: dict[str, object]) -> None:
        self._values = values

    def text(self, name: str) -> str | None:
        """Return the value of an option, None where it was not given."""
        value = self._values.get(name)
        return value if isinstance(value, str) else None

    def texts(self, name: str) -> list[str]:
        """Return the values of an option that may be repeated."""
        values = self._values.get(name)
        return list(values) if isinstance(values, list) else []

    def has(self, name: str) -> bool:
        """Say whether a switch was set."""
        return self._values.get(name) is True


def parse(command: str, about: str, options: Sequence[Option], words: list[str]) -> Arguments:
    """Read a command's words; argparse prints help or what is wrong and ends the program where they are not plain."""
    found = read_plain(options, words)
    if found is None:
        found = vars(build_parser(command, about, options).parse_intermixed_args(words))
    return Arguments(found)


def read_plain(options: Sequence[Option], words: list[str]) -> dict[str, object] | None:
    """Return the values of a plainly right command line, None for any other."""
    flags = {option.name: option for option in options if option.is_flag}
    places = [option for option in options if not option.is_flag]
    found: dict[str, object] = {}
    left = list(words)
    while left:
        word = left.pop(0)
        if word == "--" and len(places) == 1 and places[0].repeat:
            found[places[0].name] = [*Arguments(found).texts(places[0].name), *left]
            break
        name, equals, value = word.partition("=")
        if not word.startswith("-"):
            if not places:
                return None
            option, value = places[0] if places[0].repeat else places.pop(0), word
        elif name not in flags or (equals and not flags[name].takes_value):
            return None
        else:
            option = flags[name]
            if option.takes_value and not equals:
                value = left.pop(0) if left else "-"
        if not _take(option, value, found):
            return None
    return found if all(option.optional for option in places) else None


def _take(option: Option, value: str, found: dict[str, object]) -> bool:
    """Note one value; say whether it is plainly right."""
    if option.is_flag and not option.takes_value:
        found[option.name] = True
        return True
    if value.startswith("-") or not value or (option.choices and value not in option.choices):
        return False
    if option.repeat:
        values = found.setdefault(option.name, [])
        assert isinstance(values, list)
        values.append(value)
    else:
        found[option.name] = value
    return True


def build_parser(command: str, about: str, options: Sequence[Option]) -> ArgumentParser:
    """Return argparse's view of a command."""
    from argparse import ArgumentParser

    parser = ArgumentParser(prog=f"tally {command}", description=about, allow_abbrev=False)
    everywhere = parser.add_argument_group("with every command")
    for option in options:
        group = everywhere if option in COMMON else parser
        choices, metavar = option.choices or None, option.metavar or None
        if not option.is_flag:
            nargs = "*" if option.repeat else "?" if option.optional else None
            default: list[str] | None = [] if option.repeat else None
            group.add_argument(
                option.name,
                nargs=nargs,
                default=default,
                choices=choices,
                metavar=metavar or option.name,
                help=option.help,
            )
        elif not option.takes_value:
            group.add_argument(option.name, dest=option.name, action="store_true", help=option.help)
        else:
            action = "append" if option.repeat else "store"
            group.add_argument(
                option.name, dest=option.name, action=action, choices=choices, metavar=metavar, help=option.help
            )
    return parser
