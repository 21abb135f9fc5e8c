"""Real repositories of the installed git, with our hooks in them and a session that has spent something."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from tallystick.cli.main import main
from tests.casebook.thread import Thread, sid, text, usage

SESSION = sid(1)
# 10 + 1,000 + 2,000 of the first answer and 20 + 0 + 3,000 of the second; 300 + 50 out.
# Saved 600; 1,000 + 400 went through the context: 600 of 2,000 is 30 %.
FIGURES = ["Tokens-In: 6030", "Tokens-Out: 350", "Savings: 30%", "Model: claude-opus-5-5"]
OTHERS = ["Tokens-In: 77", "Tokens-Out: 7", "Model: claude-haiku-5-5"]
PEOPLE = {
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.com",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.com",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_MERGE_AUTOEDIT": "no",
}


def lay_session(home: Path) -> Path:
    """Leave what the client and the status line leave of a session; return its transcript."""
    t = Thread()
    t.ask("Mend it.")
    t.say("msg_1", text("Looking."), usage(10, 2000, 300, w5=1000))
    t.say("msg_2", text("Mended."), usage(20, 3000, 50))
    transcript = home / ".claude" / "projects" / "-srv-app" / f"{SESSION}.jsonl"
    transcript.parent.mkdir(parents=True)
    transcript.write_bytes(t.data())
    root = home / "root"
    for name, value in (("session-transcript", str(transcript)), ("session-model", "claude-opus-5-5")):
        (root / "usage" / name).mkdir(parents=True)
        (root / "usage" / name / SESSION).write_text(value)
    row = {"ts": "2026-03-02T09:00:00Z", "session_id": SESSION, "technique": "compress", "tokens_saved": 600}
    row |= {"tokens_before": 900, "cost_saved_usd": 0.01, "basis": "b"}
    (root / "usage" / "savings.jsonl").write_text(json.dumps(row) + "\n")
    (root / "statusline").mkdir()
    state = {"base_input_tokens": 1000, "current_input_tokens": 400}
    (root / "statusline" / f"{SESSION}.json").write_text(json.dumps(state))
    return transcript


class Repository:
    """A work tree and what is done in it; every command is of the session unless it says otherwise."""

    def __init__(self, folder: Path, *kind: str, make: bool = True) -> None:
        self.folder = folder
        if make:
            folder.mkdir(parents=True, exist_ok=True)
            self.git("init", "-q", "-b", "main", *kind)

    def git(
        self,
        *words: str,
        session: str | None = SESSION,
        editor: str = "true",
        stdin: bytes = b"",
        environ: Mapping[str, str] | None = None,
        before: Sequence[str] = (),
        code: int = 0,
    ) -> bytes:
        """Run git; `editor` is a command of sh, `before` are words of a program that runs git."""
        found = {**os.environ, **PEOPLE, "GIT_EDITOR": editor, **(environ or {})}
        if session:
            found["CLAUDE_CODE_SESSION_ID"] = session
        done = subprocess.run(
            [*before, "git", *words], cwd=self.folder, env=found, input=stdin, capture_output=True, check=False
        )
        assert done.returncode == code, (done.returncode, done.stdout, done.stderr)
        return done.stdout

    def install(self, *words: str) -> int:
        """Put our hooks in, from within the work tree."""
        return self.tally("install", "git-hook", *words)

    def tally(self, *words: str) -> int:
        """Run a command of ours in the work tree."""
        before = Path.cwd()
        os.chdir(self.folder)
        try:
            return main(list(words))
        finally:
            os.chdir(before)

    @property
    def hooks(self) -> Path:
        """The folder of hooks."""
        return self.folder / ".git" / "hooks"

    def change(self, name: str = "a", content: str | None = None) -> None:
        """Change a file, and stage it."""
        path = self.folder / name
        more = f"{path.stat().st_size if path.exists() else 0} more\n"
        path.write_text((path.read_text() if path.exists() else "") + more if content is None else content)
        self.git("add", name)

    def commit(self, message: str = "a thing", *words: str, name: str = "a", session: str | None = SESSION) -> None:
        """Commit a change of a file."""
        path = self.folder / name
        path.write_bytes((path.read_bytes() if path.exists() else b"") + f"{message}\n".encode())
        self.git("add", name)
        self.git("commit", "-q", "-m", message, *words, session=session)

    def message(self, revision: str = "HEAD") -> bytes:
        """The message of a commit, as it is kept."""
        return self.git("cat-file", "commit", revision).split(b"\n\n", 1)[1]

    def trailers(self, revision: str = "HEAD") -> list[str]:
        """All trailers that git sees in a commit."""
        text = self.message(revision)
        found = self.git("interpret-trailers", "--parse", stdin=text, session=None)
        return found.decode("utf-8", "replace").splitlines()


def set_figures(home: Path, prompt: int) -> list[str]:
    """Let the session have spent another sum since; return its block."""
    (transcript,) = (home / ".claude" / "projects").rglob(f"{SESSION}.jsonl")
    t = Thread()
    t.say("msg_9", text("More."), usage(prompt, 0, 1))
    with transcript.open("ab") as file:
        file.write(t.data())
    return [f"Tokens-In: {6030 + prompt}", "Tokens-Out: 351", *FIGURES[2:]]


def with_block(message: str, block: list[str]) -> str:
    """A message with a block in a paragraph of its own."""
    return "\n".join([message, "", *block])
