"""Tool calls of the sample: what was asked, what the model saw, and the client's own record of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.casebook.thread import Json

    from .world import Project


@dataclass
class Act:
    """One call and its result; `line` is the result's line once it is told."""

    tool: str
    given: Json
    content: Any
    record: Any
    failed: bool = False
    seconds: float = 0.4
    identity: str = ""
    file: str = ""
    line: int = 0

    @property
    def place(self) -> tuple[str, int]:
        """Where the result stands."""
        return self.file, self.line

    @property
    def size(self) -> int:
        """Characters of the result that the model saw."""
        if isinstance(self.content, str):
            return len(self.content)
        return sum(len(block.get("text", "")) for block in self.content)


def path_of(project: Project, name: str) -> str:
    """Where a file of the project lies."""
    folder = "tests" if name.startswith("test_") else "test" if ".test." in name else ""
    inner = folder or ("src" if name.endswith(".ts") else "tidewater" if name.endswith(".py") else "")
    return "/".join(part for part in (project.cwd, inner, name) if part)


def read(project: Project, name: str, first: int = 1, count: int | None = None) -> Act:
    """Read a file, or a range of its lines."""
    lines = project.files[name].splitlines()
    shown = lines[first - 1 : first - 1 + count] if count else lines
    numbered = "\n".join(f"{number}\t{line}" for number, line in enumerate(shown, first))
    path = path_of(project, name)
    file = {
        "filePath": path,
        "content": "\n".join(shown),
        "numLines": len(shown),
        "startLine": first,
        "totalLines": len(lines),
    }
    part = {"offset": first, "limit": count} if count else {}
    return Act("Read", {"file_path": path, **part}, numbered, {"type": "text", "file": file})


def missing(project: Project, path: str) -> Act:
    """Read what is not there."""
    words = f"File does not exist. Note: your current working directory is {project.cwd}."
    shown = f"<tool_use_error>{words}</tool_use_error>"
    return Act("Read", {"file_path": path}, shown, f"Error: {words}", failed=True)


def run(command: str, output: str, code: int = 0, seconds: float = 1.5) -> Act:
    """Run a command; a failing one shows its exit code first, as the client does."""
    given = {"command": command, "description": "Run " + command.split(maxsplit=1)[0]}
    if code:
        shown = f"Exit code {code}\n{output}"
        return Act("Bash", given, shown, f"Error: {shown}", failed=True, seconds=seconds)
    record = {"stdout": output, "stderr": "", "interrupted": False, "isImage": False, "noOutputExpected": False}
    return Act("Bash", given, output, record, seconds=seconds)


def edit(project: Project, name: str, old: str, new: str) -> Act:
    """Replace a text in a file, which must hold it once."""
    whole, path = project.files[name], path_of(project, name)
    if whole.count(old) != 1:
        raise ValueError(f"{name} holds {old!r} {whole.count(old)} times")
    project.files[name] = whole.replace(old, new)
    start = whole[: whole.index(old)].count("\n") + 1
    patch = [f"-{line}" for line in old.splitlines()] + [f"+{line}" for line in new.splitlines()]
    hunk = {"oldStart": start, "oldLines": old.count("\n") + 1, "newStart": start, "newLines": new.count("\n") + 1}
    record = {
        "filePath": path,
        "oldString": old,
        "newString": new,
        "originalFile": whole,
        "structuredPatch": [{**hunk, "lines": patch}],
        "userModified": False,
        "replaceAll": False,
    }
    given = {"file_path": path, "old_string": old, "new_string": new, "replace_all": False}
    return Act("Edit", given, f"The file {path} has been updated successfully.", record)


def write(project: Project, name: str, content: str) -> Act:
    """Write a new file."""
    path = path_of(project, name)
    project.files[name] = content
    given = {"file_path": path, "content": content}
    record: Json = {"type": "create", "filePath": path, "content": content, "structuredPatch": [], "originalFile": None}
    return Act("Write", given, f"File created successfully at: {path}", record)
