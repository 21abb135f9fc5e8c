"""Tool calls of the corpus: what was asked, what the model saw, and the client's own record of it, as JSON bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.corpus_text import JOINT, WORDS, payload_size
from bench.corpus_thread import make_id

if TYPE_CHECKING:
    from random import Random

    from bench.corpus_text import Text

WEIGHTS = (("Bash", 36), ("Read", 31), ("Edit", 13), ("Grep", 9), ("Write", 4), ("TodoWrite", 4), ("Agent", 2))
COMMANDS = ("pytest -q", "git status --short", "rg -n flue src | head -40", "ls -la src", "cat README.md", "make check")


class Call:
    """One call: its id, its block, the result's content, the client's record, and whether it failed."""

    __slots__ = ("block", "content", "failed", "identity", "name", "record")

    def __init__(self, name: str, identity: bytes, given: bytes, content: bytes, record: bytes) -> None:
        self.name = name
        self.identity = identity
        self.block = b'{"type":"tool_use","id":"%s","name":"%s","input":%s}' % (identity, name.encode(), given)
        self.content = content
        self.record = record
        self.failed = False

    def result(self) -> bytes:
        """The body of the user line that answers."""
        error = b',"is_error":true' if self.failed else b""
        block = b'{"tool_use_id":"%s","type":"tool_result","content":%s%s}' % (self.identity, self.content, error)
        return b'"message":{"role":"user","content":[%s]},"toolUseResult":%s' % (block, self.record)


class Tools:
    """Makes calls in the mix of a working session."""

    def __init__(self, random: Random, text: Text) -> None:
        self.random = random
        self.text = text
        self.names = [name for name, weight in WEIGHTS for _ in range(weight)]

    def call(self, files: list[str], cwd: str, *, child: bool) -> Call:
        """One call; a child starts no children, and the caller fills in what a child answered."""
        random = self.random
        name = random.choice(self.names)
        if child and name == "Agent":
            name = "Bash"
        made: Call = getattr(self, "_" + name.lower())(make_id(random, "toolu_01"), random.choice(files), cwd)
        if random.random() < 0.05 and name != "Agent":
            made.failed = True
            made.content = b'"Error: exit code 1\\n%s"' % self.text.prose(300)
            made.record = b'"Error: exit code 1"'
        elif made.content.startswith(b'"') and random.random() < 0.1:
            made.content = b'[{"type":"text","text":%s}]' % made.content
        return made

    def _bash(self, identity: bytes, path: str, cwd: str) -> Call:
        command = f"cd {cwd} && {self.random.choice(COMMANDS)}".encode()
        output = JOINT.join(self.text.code(payload_size(self.random)))
        record = b'{"stdout":"%s","stderr":"","interrupted":false,"isImage":false}' % output
        return Call("Bash", identity, b'{"command":"%s","description":"Look"}' % command, b'"%s"' % output, record)

    def _read(self, identity: bytes, path: str, cwd: str) -> Call:
        lines = self.text.code(payload_size(self.random))
        part = (
            b',"offset":%d,"limit":%d' % (self.random.randrange(900), len(lines)) if self.random.random() < 0.4 else b""
        )
        content, name, count = JOINT.join(lines), path.encode(), len(lines)
        record = b'{"type":"text","file":{"filePath":"%s","content":"%s","numLines":%d,"startLine":1,"totalLines":%d}}'
        given = b'{"file_path":"%s"%s}' % (name, part)
        return Call(
            "Read", identity, given, b'"%s"' % self.text.numbered(lines), record % (name, content, count, count)
        )

    def _edit(self, identity: bytes, path: str, cwd: str) -> Call:
        size, name = payload_size(self.random), path.encode()
        old, new = (JOINT.join(self.text.code(min(size, 2500))) for _ in range(2))
        whole = JOINT.join(self.text.code(min(size * 3, 30000)))
        given = b'{"file_path":"%s","old_string":"%s","new_string":"%s","replace_all":false}' % (name, old, new)
        first = old.split(JOINT, 1)[0]
        patch = b'[{"oldStart":7,"oldLines":5,"newStart":7,"newLines":6,"lines":["-%s","+%s"]}]' % (first, first)
        record = b'{"filePath":"%s","oldString":"%s","newString":"%s","originalFile":"%s","structuredPatch":%s}'
        content = b'"The file %s has been updated successfully."' % name
        return Call("Edit", identity, given, content, record % (name, old, new, whole, patch))

    def _write(self, identity: bytes, path: str, cwd: str) -> Call:
        name, content = path.encode(), JOINT.join(self.text.code(payload_size(self.random)))
        given = b'{"file_path":"%s","content":"%s"}' % (name, content)
        record = b'{"type":"create","filePath":"%s","content":"%s","structuredPatch":[]}' % (name, content)
        return Call("Write", identity, given, b'"File created successfully at: %s"' % name, record)

    def _grep(self, identity: bytes, path: str, cwd: str) -> Call:
        found = JOINT.join(self.text.code(min(payload_size(self.random), 20000)))
        given = b'{"pattern":"%s","path":"%s","output_mode":"content"}' % (
            self.random.choice(WORDS).encode(),
            cwd.encode(),
        )
        record = b'{"mode":"content","numFiles":3,"filenames":[],"content":"%s","numLines":40}' % found
        return Call("Grep", identity, given, b'"%s"' % found, record)

    def _todowrite(self, identity: bytes, path: str, cwd: str) -> Call:
        todo = b'[{"content":"%s","status":"pending","activeForm":"Working"}]' % self.text.prose(60)
        record = b'{"oldTodos":[],"newTodos":%s}' % todo
        return Call("TodoWrite", identity, b'{"todos":%s}' % todo, b'"Todos have been modified successfully."', record)

    def _agent(self, identity: bytes, path: str, cwd: str) -> Call:
        brief = self.text.prose(700)
        given = b'{"description":"look","prompt":"%s","subagent_type":"general-purpose"}' % brief
        made = Call("Agent", identity, given, b"[]", b"{}")
        made.record = brief
        return made
