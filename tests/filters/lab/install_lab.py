"""pip and npm; the truth is what they say that they installed, and every line that is an error or a warning."""

from __future__ import annotations

import re

from tests.filters.lab import laboratory
from tests.filters.lab.laboratory import Lab, Truth

BROKEN_SETUP = """
    from setuptools import setup, Extension
    setup(name="broken", version="1", ext_modules=[Extension("broken", ["broken.c"])])
"""


def make(lab: Lab) -> None:
    """Make all samples of installers."""
    _pip(lab)
    _npm(lab)


def _pip(lab: Lab) -> None:
    folder = lab.project(
        "installs", {"broken/setup.py": BROKEN_SETUP, "broken/broken.c": "#error this part is not made\n"}
    )
    target = ["--target", str(lab.work / "site"), "--no-cache-dir", "--disable-pip-version-check"]
    pip = [lab.python(), "-m", "pip"]
    for name, words in (
        ("pip-one", ["install", "six==1.16.0", *target]),
        ("pip-many", ["install", "rich", "attrs", "hypothesis", "jinja2", *target]),
        ("pip-satisfied", ["install", "pytest", "mypy", "ruff", "--disable-pip-version-check"]),
        ("pip-missing", ["install", "six==99.0", "--disable-pip-version-check"]),
        ("pip-conflict", ["install", "pytest==8.3.0", "pluggy==0.13", *target]),
        ("pip-broken", ["install", "./broken", "--no-build-isolation", *target]),
    ):
        found = laboratory.run(folder, [*pip, *words], more={"PIP_PROGRESS_BAR": "off"})
        kept = re.findall(
            r"(?m)^(?:ERROR|WARNING): (?!Location|Target directory).*|^Successfully installed .*|^.*error: .*", found[1]
        )
        shown = " ".join(
            ["pip", *(word for word in words if not word.startswith(("--target", "/", "--no-cache", "--disable")))]
        )
        laboratory.keep("pip_digest", name, shown, found, Truth(keep=kept))


def _npm(lab: Lab) -> None:
    for name, package, words in (
        ("npm-one", '{"name": "one"}', ["install", "is-number@7.0.0"]),
        ("npm-old", '{"name": "old"}', ["install", "request@2.88.2", "glob@7.1.6"]),
        ("npm-missing", '{"name": "missing"}', ["install", "is-number@99.0.0"]),
        (
            "npm-conflict",
            '{"name": "conflict", "dependencies": {"react": "16.0.0", "react-dom": "18.0.0"}}',
            ["install"],
        ),
        ("npm-some", '{"name": "some"}', ["install", "--verbose", "is-odd", "left-pad"]),
        ("npm-ci", '{"name": "ci"}', ["ci"]),
    ):
        folder = lab.project(name, {"package.json": package})
        found = laboratory.run(
            folder,
            ["npm", *words],
            more={"npm_config_cache": str(lab.work / "npm-cache"), "npm_config_update_notifier": "false"},
        )
        text = re.sub(r"(?m)^.*(?:_logs|debug-\d).*\n", "", found[1])
        text = re.sub(r"\b\d+m?s\b", "1s", text)
        kept = re.findall(
            r"(?m)^npm (?:warn|error) (?!A complete log|For a full report|Options:|Usage:|aliases?:|npm ci$|Run \"npm)[\w`].*|^added .*|^up to date.*",
            text,
        )
        laboratory.keep("npm_digest", name, " ".join(["npm", *words]), (found[0], text), Truth(keep=kept))
