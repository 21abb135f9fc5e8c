"""Tells data that a program will read from text that somebody will: data must arrive as it is, to the byte."""

from __future__ import annotations

import re

_YAML_LINE = re.compile(r"\s*(?:#.*|---|\.\.\.|-|(?:- )*[\w.$/\"'-]+:(?: .*)?|- .*)")
_YAML_KEY = re.compile(r"\s*(?:- )*[\w.$/\"'-]+:(?: |$)")
_DELIMITERS = (",", "\t", ";")
_FEWEST = 3  # lines that make a table


def is_structured(text: str) -> bool:
    """Say whether a text is wholly JSON (also a value a line), TOML, YAML or a table of separated values."""
    text = text.strip()
    return bool(text) and (_is_json(text) or _is_toml(text) or _is_yaml(text) or _is_table(text))


def _is_json(text: str) -> bool:
    if text[0] not in "{[":
        return False
    import json

    try:
        json.loads(text)
    except (ValueError, RecursionError):
        pass
    else:
        return True
    lines = [line for line in text.splitlines() if line.strip()]
    try:
        return len(lines) > 1 and all(line.lstrip()[0] in "{[" and json.loads(line) is not None for line in lines)
    except (ValueError, RecursionError):
        return False


def _is_toml(text: str) -> bool:
    if "=" not in text:
        return False
    import tomllib

    try:
        return bool(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError):
        return False


def _is_yaml(text: str) -> bool:
    """Every line looks like YAML, and one like a key: a file with a block of free text is missed, and no harm done."""
    lines = [line for line in text.splitlines() if line.strip()]
    return all(_YAML_LINE.fullmatch(line) for line in lines) and any(_YAML_KEY.match(line) for line in lines)


def _is_table(text: str) -> bool:
    """Every line has the same number of the same separator, outside quotes, and at least one."""
    lines = text.splitlines()
    if len(lines) < _FEWEST:
        return False
    import csv

    for delimiter in _DELIMITERS:
        if delimiter not in lines[0]:
            continue
        try:
            widths = {len(row) for row in csv.reader(lines, delimiter=delimiter, strict=True)}
        except csv.Error:
            continue
        if len(widths) == 1 and widths != {1}:
            return True
    return False
