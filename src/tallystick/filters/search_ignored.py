"""Takes from a search what lies in folders that tools make and nobody writes: packages, caches, version control.

A search that finds nothing but those keeps them, for then they were meant. How many lines went, and of which folders,
is said below the rest.
"""

from __future__ import annotations

from tallystick.filters.marks import left_out, shorter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "ignored_folders"
BUCKET = "search_filter"
KIND = "reducer"

FOLDERS = (
    *(".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", "site-packages", ".mypy_cache", ".pytest_cache"),
    *(".ruff_cache", ".tox", ".nox", ".next", ".nuxt", ".gradle", ".terraform", ".yarn", ".eggs"),
)
_SEARCHES = frozenset({"grep", "rg", "ag", "ack", "find", "fd", "fdfind"})


def applies(context: Context) -> bool:
    """Where a search tool of the host answered, or one of the shell's that names no such folder itself."""
    if context.tool not in {"Grep", "Glob"} and context.program not in _SEARCHES:
        return False
    return not any(folder in word for word in (*context.words, context.pattern, context.path) for folder in FOLDERS)


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the text without those lines, and their number."""
    folders = [folder for folder in FOLDERS if folder in text]
    if not folders:
        return text, 0
    end = "\n" if text.endswith("\n") else ""
    kept, met = [], dict.fromkeys(folders, 0)
    for line in text[: len(text) - len(end)].split("\n"):
        folder = _folder(line, folders)
        if folder:
            met[folder] += 1
        else:
            kept.append(line)
    count = sum(met.values())
    if not count or not any(kept):
        return text, 0
    names = ", ".join(folder for folder, lines in met.items() if lines)
    return shorter(text, "\n".join([*kept, left_out(count, f"lines in {names}")]) + end, count)


def _folder(line: str, folders: list[str]) -> str:
    """The folder in which the path lies with which a line begins, "" where it lies in none."""
    for folder in folders:
        if folder in line:
            path = line.partition(":")[0]
            if path.startswith(f"{folder}/") or f"/{folder}/" in path or path.endswith(f"/{folder}"):
                return folder
    return ""
