"""config.toml: what may stand there, and the line that says what may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.errors import UsageError
from tallystick.host import settings
from tallystick.model.settings import Settings


def write(root: Path, text: str) -> str:
    """A root folder with that config.toml."""
    (root / "config.toml").write_text(text, "utf-8")
    return str(root)


def values(found: Settings) -> dict[str, object]:
    """Every setting by its name."""
    return {name: getattr(found, name) for name in Settings.FIELDS}


def test_everything(tmp_path: Path) -> None:  # long: one page of every setting
    """Every setting is taken over; a factor keeps its digits, hours become quarters of the grid."""
    root = write(
        tmp_path,
        """
        [privacy]
        commands = "text"
        [discount]
        anthropic = 0.85
        bedrock = "0.9"
        custom = 1
        [models]
        "arn:aws:bedrock:eu-west-1:1:application-inference-profile/x" = "claude-opus-4-5"
        [windows]
        offset_hours = 2.5
        [prices]
        provider = "bedrock"
        file = "~/prices.json"
        bedrock_tier = "bedrock-gov"
        [statusline]
        layout = "line"
        segments = ["model", "cache"]
        prices = "api"
        [transforms]
        mode = "debug"
        [divert]
        enabled = true
        min_lines = 200
        worker_model = "claude-haiku-5-5"
        [pi]
        aux = "url"
        aux_command = ["llm", "-m", "small"]
        aux_url = "http://127.0.0.1:8080/v1"
        aux_api = "anthropic"
        aux_model = "small"
        aux_key = "SMALL_KEY"
        [account]
        tier = "max_20x"
        """,
    )

    assert values(settings.read(root)) == {
        "commands": "text",
        "discounts": {"anthropic": 850_000, "bedrock": 900_000, "custom": 1_000_000},
        "models": {"arn:aws:bedrock:eu-west-1:1:application-inference-profile/x": "claude-opus-4-5"},
        "window_offset": 10,
        "account_tier": "max_20x",
        "prices": "bedrock",
        "price_file": "~/prices.json",
        "bedrock_tier": "bedrock-gov",
        "statusline_layout": "line",
        "statusline_segments": ("model", "cache"),
        "statusline_prices": "api",
        "transforms_mode": "debug",
        "divert_enabled": True,
        "divert_lines": 200,
        "divert_model": "claude-haiku-5-5",
        "pi_aux": "url",
        "pi_aux_command": ("llm", "-m", "small"),
        "pi_aux_url": "http://127.0.0.1:8080/v1",
        "pi_aux_api": "anthropic",
        "pi_aux_model": "small",
        "pi_aux_key": "SMALL_KEY",
        "unknown": (),
    }


def test_what_nobody_knows(tmp_path: Path) -> None:
    """A setting that no part knows changes nothing and is named."""
    root = write(tmp_path, 'loud = true\n[privacy]\ncomands = "text"\n[colour]\nscheme = "dark"\n')

    assert values(settings.read(root)) == values(Settings()) | {"unknown": ("loud", "privacy.comands", "colour.scheme")}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("x = [", "is not TOML: "),
        ("[privacy]\ncommands = 1", "[privacy] commands: 1 is not one of hash, text"),
        ('[prices]\nprovider = "vertex"', "[prices] provider: 'vertex' is not one of auto, api, bedrock"),
        ("[prices]\nfile = 3", "[prices] file: write text between quotes"),
        ('[statusline]\nlayout = "wide"', "[statusline] layout: 'wide' is not one of full, line"),
        ('[statusline]\nsegments = "model"', '[statusline] segments: write a list of names, like ["model", "context"]'),
        ("[statusline]\nsegments = [1]", '[statusline] segments: write a list of names, like ["model", "context"]'),
        ('[statusline]\nsegments = ["modle"]', "[statusline] segments: 'modle' is not one of version, project, login"),
        ('[models]\na = ""', "[models] a: write text between quotes"),
        ("[divert]\nenabled = 1", "[divert] enabled: write true or false"),
        *(
            (f"[divert]\nmin_lines = {value}", "[divert] min_lines: write a number of lines, like 350")
            for value in ("0", "true", '"x"', "2.5", "9999999999")
        ),
        ('[pi]\naux = "me"', "[pi] aux: 'me' is not one of pi, command, url, none"),
        ('[pi]\naux_api = "mine"', "[pi] aux_api: 'mine' is not one of openai, anthropic"),
        ("[pi]\naux_url = 3", "[pi] aux_url: write text between quotes"),
        *(
            (
                f"[pi]\naux_command = {value}",
                '[pi] aux_command: write the words of a command, like ["llm", "-m", "small"]',
            )
            for value in ('"llm"', "[]", "[3]", '["llm", ""]')
        ),
        ('[divert]\nworker_model = ""', "[divert] worker_model: write text between quotes"),
        *(
            (
                f"[discount]\na = {value}",
                "[discount] a: write a factor from 0 to 1 with at most three decimals, like 0.85",
            )
            for value in ("1.1", "-0.5", "0.8555", "true", "nan", "[]", '"half"')
        ),
        *(
            (
                f"[windows]\noffset_hours = {value}",
                "[windows] offset_hours: write hours in steps of a quarter, like 1 or 2.5",
            )
            for value in ("1.1", '"x"', "true", "inf", "nan")
        ),
    ],
)
def test_what_cannot_be_used(tmp_path: Path, text: str, fault: str) -> None:
    """Each fault is one line with the file and the place."""
    root = write(tmp_path, text)

    with pytest.raises(UsageError) as raised:
        settings.read(root)

    assert str(raised.value).startswith(f"{root}/config.toml: {fault}")


def test_what_cannot_be_read(tmp_path: Path) -> None:
    """A config.toml that is no file, or no text, is named."""
    (tmp_path / "config.toml").mkdir()
    with pytest.raises(UsageError, match=r"config\.toml: cannot be read \(Is a directory\)"):
        settings.read(str(tmp_path))

    (tmp_path / "config.toml").rmdir()
    (tmp_path / "config.toml").write_bytes(b"\xff")
    with pytest.raises(UsageError, match=r"config\.toml: is not UTF-8 text"):
        settings.read(str(tmp_path))


def test_stamp(tmp_path: Path) -> None:
    """The stamp changes with the file, and is None without one, or without a folder."""
    assert settings.stamp(str(tmp_path)) is None
    first = settings.stamp(write(tmp_path, ""))
    assert first not in {None, settings.stamp(write(tmp_path, "a = 1"))}
    blocked = tmp_path / "file"
    blocked.touch()
    assert settings.stamp(str(blocked)) is None
    looped = tmp_path / "loop"
    looped.symlink_to(looped)
    with pytest.raises(UsageError, match="Too many levels of symbolic links"):
        settings.stamp(str(looped))
