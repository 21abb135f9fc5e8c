"""Settings: what config.toml may say, read and checked."""

from __future__ import annotations

from tallystick.kernel.hotconfig import DIVERT_LINES


class Settings:
    """Every setting, with the values that hold where config.toml says nothing.

    `discounts` are factors in millionths by provider, `models` names of models by the name a client writes,
    `pi_aux...` which model the bridge into pi asks and how (`docs/pi.md`), the key by the name of its variable,
    `window_offset` the start of the five-hour grid in quarters of an hour, `account_tier` what the user calls the plan,
    `divert_lines` from how many lines on a read is one for the helper `divert_model`, `unknown` settings that no part
    knows.
    """

    __slots__ = FIELDS = (
        "commands",
        "discounts",
        "models",
        "window_offset",
        "account_tier",
        "prices",
        "price_file",
        "bedrock_tier",
        "statusline_layout",
        "statusline_segments",
        "statusline_prices",
        "transforms_mode",
        "divert_enabled",
        "divert_lines",
        "divert_model",
        "pi_aux",
        "pi_aux_command",
        "pi_aux_url",
        "pi_aux_api",
        "pi_aux_model",
        "pi_aux_key",
        "unknown",
    )

    def __init__(  # long: two lines a setting
        self,
        *,
        commands: str = "hash",
        discounts: dict[str, int] | None = None,
        models: dict[str, str] | None = None,
        window_offset: int = 4,
        account_tier: str = "unknown",
        prices: str = "auto",
        price_file: str | None = None,
        bedrock_tier: str = "bedrock-global",
        statusline_layout: str = "full",
        statusline_segments: tuple[str, ...] = (),
        statusline_prices: str = "bedrock",
        transforms_mode: str = "counts",
        divert_enabled: bool = False,
        divert_lines: int = DIVERT_LINES,
        divert_model: str = "claude-haiku-4-5",
        pi_aux: str = "",
        pi_aux_command: tuple[str, ...] = (),
        pi_aux_url: str = "",
        pi_aux_api: str = "openai",
        pi_aux_model: str = "",
        pi_aux_key: str = "",
        unknown: tuple[str, ...] = (),
    ) -> None:
        self.commands = commands
        self.discounts = discounts or {}
        self.models = models or {}
        self.window_offset = window_offset
        self.account_tier = account_tier
        self.prices = prices
        self.price_file = price_file
        self.bedrock_tier = bedrock_tier
        self.statusline_layout = statusline_layout
        self.statusline_segments = statusline_segments
        self.statusline_prices = statusline_prices
        self.transforms_mode = transforms_mode
        self.divert_enabled = divert_enabled
        self.divert_lines = divert_lines
        self.divert_model = divert_model
        self.pi_aux = pi_aux
        self.pi_aux_command = pi_aux_command
        self.pi_aux_url = pi_aux_url
        self.pi_aux_api = pi_aux_api
        self.pi_aux_model = pi_aux_model
        self.pi_aux_key = pi_aux_key
        self.unknown = unknown
