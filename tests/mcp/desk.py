"""A desk to ask at: sessions written as scenes, indexed under a root of their own, and the tools' answers."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from tallystick.host.environment import Surroundings
from tallystick.mcp.server import Desk
from tests.casebook.thread import sid
from tests.indexes import synced
from tests.scenes import Scene

LATER = 40_000_000  # seconds after the scenes' start: a year from now, so that no file was touched since
CALL_ID = "claudecode/toolUseId"


class Asked:
    """Answers questions about the scenes of a folder; `environ` is what the client gives the server."""

    def __init__(self, folder: Path, script: str, **environ: str) -> None:
        self.folder = folder
        self.config = folder / "config"
        self.root = folder / "root"
        if script:
            self.lay(script)
            synced(self.root, self.config)
        given = {"HOME": str(folder), "PATH": os.environ["PATH"], "CLAUDE_CODE_SESSION_ID": sid(1), **environ}
        self.place = Surroundings(str(self.root), [str(self.config)], given, 0)
        self.desk = Desk(self.place)

    def lay(self, script: str) -> None:
        """Write transcripts, or write them again as they went on; the index is not told."""
        Scene(script.replace("/srv/kiln", str(self.work))).lay(self.config)

    @property
    def work(self) -> Path:
        """A folder that scenes may work in, as `/srv/kiln`."""
        place = self.folder / "kiln"
        place.mkdir(parents=True, exist_ok=True)
        return place

    def call(self, name: str, call: str | None = None, **given: Any) -> Any:
        """The SDK's result of one call."""
        found = self.desk.call(name, given, {CALL_ID: call} if call else {})
        self.desk.close()
        return found

    def ask(self, name: str, call: str | None = None, **given: Any) -> dict[str, Any]:
        """The answer as an object; the text must be there, too."""
        result = self.call(name, call, **given)
        assert not result.is_error, result.content
        assert result.content[0].text
        answer: dict[str, Any] = result.structured_content
        return answer

    def refused(self, name: str, **given: Any) -> str:
        """The line in which a call is refused."""
        result = self.call(name, **given)
        assert result.is_error
        line: str = result.content[0].text
        return line
