"""The switches: environment variables `PI_CTX_*`, all optional, each with the default of the mechanism's document.

A switch is on with `1` or `true` in any case, and off with anything else but blanks. A number must be finite and not
negative; anything else is as if it were not there.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

PREFIX = "PI_CTX_"
SWITCHES = {
    "OFF": (False, "nothing is changed and nothing counted"),
    "BASH": (True, "digests of long outputs of commands"),
    "AMNESIA": (True, "results that are judged useless leave the context"),
    "LAZY": (True, "tools and skills that the model has to look for"),
    "LAZY_SKILLS": (True, "the catalogue of skills leaves the system prompt; only with `PI_CTX_LAZY`"),
    "WRITE": (True, "what was written to a file gives way to one line about it"),
    "STATS_WIDGET": (True, "the line `ctxwm` above the editor"),
    "STATS_NET": (False, "that line ends with the net: less what asking the auxiliary model took"),
}
NUMBERS = {
    "BASH_MIN_TOKENS": (2000, "estimated tokens from which on an output is digested"),
    "BASH_MAX_SUMMARY_TOKENS": (1024, "tokens of a digest, at most"),
    "BASH_FALLBACK_BYTES": (3000, "bytes of an output's end, where there is no digest"),
    "AMNESIA_MIN_TOKENS": (250, "estimated tokens from which on a result is judged"),
    "AMNESIA_MAX_CHARS": (6000, "characters of a result that the judge is shown"),
    "TAG_MAX_TOKENS": (24, "tokens of a judgement, at most"),
    "SKILL_MAX_CHARS": (8000, "characters of a skill that is loaded, at most"),
    "WRITE_MIN_BYTES": (400, "characters (whatever its name says) from which on a written file gives way"),
    "WRITE_FACT_MAX_TOKENS": (32, "tokens of a fact, at most"),
    "WRITE_MAX_CONTENT_CHARS": (4000, "characters of a file that the model which words the fact is shown"),
    "AUX_TIMEOUT_MS": (20_000, "milliseconds that the auxiliary model may take, a day at most"),
}
TEXTS = {
    "AUX_MODEL": ("", "the auxiliary model: `provider/id`, or an id of the active provider (default: the active one)"),
    "LOG_FILE": ("", "the log of events (default: `~/.pi/agent/logs/ctxwm.jsonl`)"),
}


LONGEST_MS = 86_400_000  # a day: the clocks of hosts and systems know no time that is very much longer


class Settings:
    """What the switches say. Tokens are estimated, characters are UTF-16 units; `is_on` is false when all is off."""

    __slots__ = (
        "amnesia",
        "amnesia_max_chars",
        "amnesia_min_tokens",
        "aux_model",
        "aux_timeout_ms",
        "bash",
        "bash_fallback_bytes",
        "bash_max_summary_tokens",
        "bash_min_tokens",
        "is_on",
        "lazy",
        "lazy_skills",
        "log_file",
        "skill_max_chars",
        "stats_net",
        "stats_widget",
        "tag_max_tokens",
        "write",
        "write_fact_max_tokens",
        "write_max_content_chars",
        "write_min_chars",
    )

    def __init__(self, environ: Mapping[str, str]) -> None:
        self.is_on = not _switch(environ, "OFF")
        self.bash = _switch(environ, "BASH")
        self.bash_min_tokens = _number(environ, "BASH_MIN_TOKENS")
        self.bash_max_summary_tokens = _number(environ, "BASH_MAX_SUMMARY_TOKENS")
        self.bash_fallback_bytes = _number(environ, "BASH_FALLBACK_BYTES")
        self.amnesia = _switch(environ, "AMNESIA")
        self.amnesia_min_tokens = _number(environ, "AMNESIA_MIN_TOKENS")
        self.amnesia_max_chars = _number(environ, "AMNESIA_MAX_CHARS")
        self.tag_max_tokens = _number(environ, "TAG_MAX_TOKENS")
        self.lazy = _switch(environ, "LAZY")
        self.lazy_skills = self.lazy and _switch(environ, "LAZY_SKILLS")
        self.skill_max_chars = _number(environ, "SKILL_MAX_CHARS")
        self.write = _switch(environ, "WRITE")
        self.write_min_chars = _number(environ, "WRITE_MIN_BYTES")
        self.write_fact_max_tokens = _number(environ, "WRITE_FACT_MAX_TOKENS")
        self.write_max_content_chars = _number(environ, "WRITE_MAX_CONTENT_CHARS")
        self.aux_model = environ.get(f"{PREFIX}AUX_MODEL", "").strip()
        self.aux_timeout_ms = min(_number(environ, "AUX_TIMEOUT_MS"), LONGEST_MS)
        self.stats_widget = _switch(environ, "STATS_WIDGET")
        self.stats_net = _switch(environ, "STATS_NET")
        self.log_file = environ.get(f"{PREFIX}LOG_FILE", "").strip()


def parse(environ: Mapping[str, str]) -> Settings:
    """Return what an environment says."""
    return Settings(environ)


def _switch(environ: Mapping[str, str], name: str) -> bool:
    said = environ.get(PREFIX + name, "").strip().lower()
    return said in {"1", "true"} if said else SWITCHES[name][0]


def _number(environ: Mapping[str, str], name: str) -> int:
    try:
        said = float(environ.get(PREFIX + name, ""))
    except ValueError:
        return NUMBERS[name][0]
    return int(said) if 0 <= said < float("inf") else NUMBERS[name][0]
