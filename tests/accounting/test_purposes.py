"""What a command is for: tests or a build, a commit, CI, or nothing that the ladder of outcomes knows."""

from __future__ import annotations

import pytest

from tallystick.accounting import purposes
from tallystick.accounting.commands import describe
from tallystick.host import words
from tallystick.model.event import BACKGROUND, CI, COMMIT, LEAVES_RUNNING, REDIRECT, TEST

SHIPPED = words.load()
OURS = TEST | COMMIT | CI | BACKGROUND

# Every entry of the lists, as a person would write it.
TESTS = (
    *("cargo test", "cargo check", "cargo build", "npm test", "npm run test", "npm run build", "pnpm test"),
    *("pnpm run build", "yarn test", "yarn build", "pytest", "python -m unittest", "python -m pytest", "go test"),
    *("go build", "mvn test", "mvn package", "gradle test", "gradle build", "vitest", "jest", "make test"),
    *("make build", "tsc", "next build", "vite build"),
)
COMMITS = ("git commit", "git merge", "git cherry-pick")
DELIVERIES = (
    *("gh pr create", "gh pr merge", "gh workflow run", "gh run watch", "vercel deploy", "vercel --prod", "fly deploy"),
    *("kubectl apply", "docker push", "cargo publish", "npm publish", "terraform apply"),
)


def purpose(command: str) -> int:
    """The flags of a command that this module decides."""
    return describe(command, "/srv", SHIPPED).flags & OURS


@pytest.mark.parametrize(
    ("command", "flag"),
    [*((one, TEST) for one in TESTS), *((one, COMMIT) for one in COMMITS), *((one, CI) for one in DELIVERIES)],
)
def test_every_entry(command: str, flag: int) -> None:
    """Alone, with more words, behind a change of directory, and as one segment of a chain."""
    for form in ("{}", "{} --fire now", "cd kiln && {}", "cd $HOME && {} -q; ls", "FIRE=1 sudo {}", "bash -c '{}'"):
        assert flag == purpose(form.format(command)), form


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("npx jest --ci", TEST),
        ("uv run pytest -q", TEST),
        (".venv/bin/python3.12 -m unittest kiln", TEST),
        ("node_modules/.bin/tsc --noEmit", TEST),
        ("npm run test:unit", TEST),
        ("make build-all", TEST),
        ("npm run testify", 0),
        ("docker compose run kiln pytest", TEST),
        ("python -m", 0),
        ("cat tsconfig.json", 0),
        ("rm tsconfig.json jest.config.js", 0),
        ("grep -rn pytest .", 0),
        ("pip install pytest", 0),
        ("npm install --save-dev jest", 0),
        ("git stash push -m pytest", 0),
        ("echo 'git commit'", 0),
        ("git -C /srv/kiln -c user.name=x commit -m y", COMMIT),
        ("git --no-pager merge glaze", COMMIT),
        ("git -C", 0),
        ("git merge-base main HEAD", 0),
        ("git merge --abort", 0),
        ("git commit --dry-run", 0),
        ("npm publish --dry-run", 0),
        ("kubectl apply --dry-run=client -f kiln.yaml", 0),
        ("git commit -m 'Run pytest; then git push && gh pr create'", COMMIT),
        ('git commit -m "Fire\n\ncargo publish"', COMMIT),
        ("git commit -m \"$(cat <<'EOF'\nFire\n\nnpm publish\nEOF\n)\"", COMMIT),
        ("pytest -q && git commit -m x && gh pr create --fill", TEST | COMMIT | CI),
        ("cat > fire.sh <<EOF\ngit commit -m x\npytest\nEOF", 0),
        ("cat > fire.sh <<-'EOF'\n\tpytest\n\tEOF\nmake test", TEST),
        ("cat > fire.sh <<EOF\npytest", 0),
        ("python -c 'import kiln\npytest'", 0),
        ("pytest > log 2>&1", TEST),
        ("pytest > log 2>&1 &", TEST | BACKGROUND),
        ("nohup ./fire.sh &", BACKGROUND),
        ("ls &", 0),
        ("make test &>/dev/null", TEST),
        ("make test &&", TEST),
    ],
)
def test_words_decide(command: str, expected: int) -> None:
    """What only names, installs, searches or writes down such a command is none."""
    assert expected == purpose(command)


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("python fire.py > fire.log 2>&1 &", LEAVES_RUNNING | BACKGROUND | REDIRECT),
        ("python fire.py & echo started", LEAVES_RUNNING),
        ("python fire.py & python cool.py & wait", 0),
        ("tmux new -d ./fire.sh", LEAVES_RUNNING),
        ("python fire.py 2>&1 && echo done", 0),
        ("python fire.py |& head", 0),
        ("python fire.py &>> log", REDIRECT),
        ("open 'https://kiln.example/?a=1&b=2'", 0),
    ],
)
def test_what_runs_on_behind_the_command(command: str, expected: int) -> None:
    """A single ampersand leaves something running, unless the command waits for it."""
    assert expected == describe(command, "/", SHIPPED).flags & (LEAVES_RUNNING | BACKGROUND | REDIRECT)


def test_plain_leaves_the_rest_alone() -> None:
    """Only bodies of here-documents and quoted texts go."""
    assert purposes.plain("ls -la; pwd") == "ls -la; pwd"
    assert purposes.plain("a 'b;c' \"d\" && bash -lc 'd;e'") == "a '' \"d\" && \nd;e\n"
    assert purposes.plain("cat <<A\nx\nA\nls") == "cat <<A\nls"
