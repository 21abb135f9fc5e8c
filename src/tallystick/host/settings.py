"""Reads config.toml from the root folder; a value that cannot be used is one line with its place, never a guess."""

from __future__ import annotations

import os

from tallystick.errors import PriceError, UsageError
from tallystick.host.aux_model import APIS
from tallystick.kernel.hotconfig import LAYOUTS, PRICES
from tallystick.kernel.money import MILLION, millionths
from tallystick.kernel.segments import SEGMENTS
from tallystick.kernel.transformmodes import MODES
from tallystick.model.settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NAME = "config.toml"
_LARGEST = 1 << 20
_CHOICES = {
    "privacy.commands": ("hash", "text"),
    "prices.provider": ("auto", "api", "bedrock"),
    "prices.bedrock_tier": ("bedrock-global", "bedrock-regional", "bedrock-gov"),
    "statusline.layout": LAYOUTS,
    "statusline.prices": PRICES,
    "transforms.mode": MODES,
    "pi.aux": ("pi", "command", "url", "none"),
    "pi.aux_api": APIS,
}
_PI_TEXTS = ("aux_url", "aux_model", "aux_key")
_FIELDS = {
    "prices.provider": "prices",
    "statusline.layout": "statusline_layout",
    "statusline.prices": "statusline_prices",
    "transforms.mode": "transforms_mode",
    "pi.aux": "pi_aux",
    "pi.aux_api": "pi_aux_api",
}


def stamp(root: str) -> str | None:
    """Return what changes when config.toml does, None where there is none."""
    try:
        found = os.stat(os.path.join(root, NAME))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise _unreadable(os.path.join(root, NAME), error) from None
    return f"{found.st_size}:{found.st_mtime_ns}"


def read(root: str) -> Settings:
    """Read config.toml; UsageError names the file and the place in it."""
    import tomllib

    path = os.path.join(root, NAME)
    try:
        with open(path, "rb") as file:
            text = file.read(_LARGEST).decode()
    except OSError as error:
        raise _unreadable(path, error) from None
    except UnicodeDecodeError:
        raise UsageError(f"{path}: is not UTF-8 text") from None
    try:
        parsed = tomllib.loads(text, parse_float=str)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f"{path}: is not TOML: {error}") from None
    return _check(parsed, path)


def _unreadable(path: str, error: OSError) -> UsageError:
    return UsageError(f"{path}: cannot be read ({error.strerror}); check its permissions, or move it away")


def _check(parsed: dict[str, Any], path: str) -> Settings:
    settings = Settings()
    unknown = []
    for section, values in parsed.items():
        if not isinstance(values, dict):
            unknown.append(section)
            continue
        for name, value in values.items():
            if not _set(settings, section, name, value, path):
                unknown.append(f"{section}.{name}")
    settings.unknown = tuple(unknown)
    return settings


def _set(settings: Settings, section: str, name: str, value: object, path: str) -> bool:
    """Take one value over; say whether any part knows it."""
    place = f"{path}: [{section}] {name}"
    if section == "models":
        settings.models[name] = _text(value, place)
    elif section == "discount":
        settings.discounts[name] = _discount(value, place)
    elif (section, name) == ("windows", "offset_hours"):
        settings.window_offset = _offset(value, place)
    elif f"{section}.{name}" in _CHOICES:
        chosen = _choice(value, _CHOICES[f"{section}.{name}"], place)
        setattr(settings, _FIELDS.get(f"{section}.{name}", name), chosen)
    elif (section, name) == ("statusline", "segments"):
        settings.statusline_segments = _segments(value, place)
    elif (section, name) == ("account", "tier"):
        settings.account_tier = _text(value, place)
    elif (section, name) == ("prices", "file"):
        settings.price_file = _text(value, place)
    elif (section, name) == ("divert", "enabled"):
        settings.divert_enabled = _switch(value, place)
    elif (section, name) == ("divert", "min_lines"):
        settings.divert_lines = _lines(value, place)
    elif (section, name) == ("divert", "worker_model"):
        settings.divert_model = _text(value, place)
    elif section == "pi" and name in _PI_TEXTS:
        setattr(settings, f"pi_{name}", _text(value, place))
    elif (section, name) == ("pi", "aux_command"):
        settings.pi_aux_command = _words(value, place)
    else:
        return False
    return True


def _text(value: object, place: str) -> str:
    if isinstance(value, str) and value:
        return value
    raise UsageError(f"{place}: write text between quotes")


def _switch(value: object, place: str) -> bool:
    if isinstance(value, bool):
        return value
    raise UsageError(f"{place}: write true or false")


def _lines(value: object, place: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 1 << 31:
        return value
    raise UsageError(f"{place}: write a number of lines, like 350")


def _choice(value: object, choices: tuple[str, ...], place: str) -> str:
    if value in choices:
        return str(value)
    raise UsageError(f"{place}: {value!r} is not one of {', '.join(choices)}")


def _words(value: object, place: str) -> tuple[str, ...]:
    words = [one for one in value if isinstance(one, str) and one] if isinstance(value, list) else []
    if not words or not isinstance(value, list) or len(words) != len(value):
        raise UsageError(f'{place}: write the words of a command, like ["llm", "-m", "small"]')
    return tuple(words)


def _segments(value: object, place: str) -> tuple[str, ...]:
    names = [one for one in value if isinstance(one, str)] if isinstance(value, list) else []
    if not isinstance(value, list) or len(names) != len(value):
        raise UsageError(f'{place}: write a list of names, like ["model", "context"]')
    return tuple(_choice(one, tuple(SEGMENTS), place) for one in names)


def _discount(value: object, place: str) -> int:
    """Read a factor like 0.85; three decimals at most, so that every cost stays a whole number of attodollars."""
    text = str(value) if isinstance(value, int | str) and not isinstance(value, bool) else ""
    try:
        factor = millionths(text)
    except PriceError:
        factor = -1
    if not 0 <= factor <= MILLION or factor % 1000:
        raise UsageError(f"{place}: write a factor from 0 to 1 with at most three decimals, like 0.85")
    return factor


def _offset(value: object, place: str) -> int:
    """Read hours, in steps of a quarter, as quarters within the five-hour grid."""
    try:
        quarters = float(str(value)) * 4
        if quarters == int(quarters) and not isinstance(value, bool):
            return int(quarters) % 20
    except (ValueError, OverflowError):
        pass
    raise UsageError(f"{place}: write hours in steps of a quarter, like 1 or 2.5")
