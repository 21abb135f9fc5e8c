"""Scenes: small transcripts written as one reads them, for tests of what happened in a session.

A scene is text, one step a line, `#` begins a remark. `session 1` begins a main transcript, `child a of 1` one of its
children; the steps that follow go there. A tool's step writes two lines, the call and its result; every other step
writes one. So the line of a step can be counted, and that is what evidence names. A `+` before a tool's step puts its
call into the response before: calls first, then the results, as the client writes calls that run side by side.

    session N [cwd=DIR] [at=SECONDS]        child NAME of N [at=SECONDS] [unlinked]
    fork N of M upto LINE                   the first lines of session M, copied
    ask [WORDS]   say [WORDS]               a prompt; a response that calls nothing
    read PATH TEXT [chars=400] [offset=N] [limit=N] [image] [stub] [empty] [fails=TEXT]
    run COMMAND TEXT [chars=N] [background] [denied] [fails=TEXT [refused=KIND]]
    edit PATH OLD NEW [fails=TEXT]          write PATH TEXT [fails=TEXT]
    tool NAME TEXT [chars=N]                spawn NAME [WORDS]
    compact [keeps=LINE,...]   micro drops=LINE,...   clear   rewind LINE   at SECONDS
    cost fresh=N read=N written=N [model=NAME] [misses=CAUSE] [timeless]    of the responses from here on
"""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

from tests.casebook.boundaries import compacted
from tests.casebook.thread import Json, Thread, call, sid, text, usage

CHARS = 400  # of a payload: 100 tokens


def payload(seed: str, chars: int) -> str:
    """A text of so many characters that another seed does not give."""
    line = f"{seed} is what stands here; "
    return (line * (chars // len(line) + 1))[:chars]


class Scene:
    """Reads a scene into threads, by name."""

    def __init__(self, script: str) -> None:
        self.threads: dict[str, Thread] = {}
        self.sidecars: dict[str, str] = {}  # name of a child -> the call that spawned it
        self.spawned: dict[str, tuple[str, str]] = {}  # name of a child -> its call and prompt
        self.counts = usage(10, 100, 20, w5=10)
        self.model = "claude-opus-4-6"
        self.misses = ""
        self.timeless = False
        self.expected: list[list[str]] = []
        self.now: Thread
        self.last: list[tuple[Json, str]] = []  # calls of the last response: block, id
        self.made = 0
        for line in script.splitlines():
            if words := shlex.split(line, comments=True):
                self._step(words)

    def _step(self, words: list[str]) -> None:
        if words[0] == "expect":
            self.expected.append(words[1:])
            return
        joined = words[0] == "+"
        name, *rest = words[1:] if joined else words
        given = [word for word in rest if "=" not in word or " " in word.partition("=")[0]]
        options = dict(word.split("=", 1) for word in rest if word not in given)
        flags = {
            word for word in given if word in {"image", "stub", "empty", "background", "denied", "unlinked", "timeless"}
        }
        given = [word for word in given if word not in flags]
        getattr(self, f"_{name}")(given, options | dict.fromkeys(flags, ""), *([True] if joined else []))

    # -- threads

    def _session(self, given: list[str], options: dict[str, str]) -> None:
        made = Thread(int(given[0]), cwd=options.get("cwd", "/srv/kiln"), seconds=float(options.get("at", 0)))
        self.now = self.threads[given[0]] = made

    def _child(self, given: list[str], options: dict[str, str]) -> None:
        name, _, parent = given
        main = self.threads[parent]
        made = Thread(
            int(main.session[9:13]),
            cwd=main.cwd,
            agent=name,
            seconds=float(options.get("at", 0)),
            tag=7000 + len(self.threads),
        )
        self.now = self.threads[name] = made
        spawned, prompt = self.spawned.get(name, ("", "Look."))
        if "unlinked" not in options:
            self.sidecars[name] = spawned
        made.ask("Nobody asked this." if "unlinked" in options else prompt)

    def _fork(self, given: list[str], options: dict[str, str]) -> None:
        name, _, parent, _, upto = given
        main = self.threads[parent]
        made = Thread(int(name), cwd=main.cwd, seconds=float(options.get("at", 5000)))
        made.lines = [line | {"sessionId": sid(int(name))} for line in main.lines[: int(upto)]]
        made.parent = made.lines[-1]["uuid"]
        self.now = self.threads[name] = made

    # -- talk

    def _ask(self, given: list[str], _: dict[str, str]) -> None:
        self.now.ask(" ".join(given) or "Go on.")

    def _say(self, given: list[str], _: dict[str, str]) -> None:
        when: dict[str, Any] = {"timestamp": ...} if self.timeless else {}
        said = self.now.say(self._new("msg"), text(" ".join(given) or "Well."), self.counts, model=self.model, **when)
        if self.misses:
            said["message"]["diagnostics"] = {"cache_miss_reason": {"type": self.misses}}

    def _new(self, kind: str) -> str:
        self.made += 1
        return f"{kind}_{self.made:04d}"

    # -- tools

    def _read(self, given: list[str], options: dict[str, str], joined: bool = False) -> None:  # noqa: FBT001, FBT002
        path, seed = [*given, ""][:2]
        asked: dict[str, Any] = {"file_path": path if path[0] == "/" else f"{self.now.cwd}/{path}"}
        asked |= {key: int(options[key]) for key in ("offset", "limit") if key in options}
        found: Any = payload(seed or path, int(options.get("chars", CHARS)))
        if "image" in options:
            found = [{"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aaaa"}}]
        elif "stub" in options:
            found = "File unchanged since your last Read. The content is still current."
        elif "empty" in options:
            found = ""
        self._use("Read", asked, found, options, joined=joined)

    def _run(self, given: list[str], options: dict[str, str], joined: bool = False) -> None:  # noqa: FBT001, FBT002
        asked: dict[str, Any] = {"command": given[0]} | ({"run_in_background": True} if "background" in options else {})
        found = payload((given[1:] or given)[0], int(options.get("chars", CHARS)))
        if "denied" in options:
            options = options | {"fails": "PreToolUse:Bash hook error: not here"}
        self._use("Bash", asked, found, options, joined=joined)

    def _edit(self, given: list[str], options: dict[str, str], joined: bool = False) -> None:  # noqa: FBT001, FBT002
        path, old, new = given
        asked = {"file_path": f"{self.now.cwd}/{path}", "old_string": old, "new_string": new}
        self._use("Edit", asked, f"The file {path} has been updated.", options, joined=joined)

    def _write(self, given: list[str], options: dict[str, str], joined: bool = False) -> None:  # noqa: FBT001, FBT002
        path, content = given
        asked = {"file_path": f"{self.now.cwd}/{path}", "content": content}
        self._use("Write", asked, f"File created successfully at: {path}", options, joined=joined)

    def _tool(self, given: list[str], options: dict[str, str], joined: bool = False) -> None:  # noqa: FBT001, FBT002
        found = payload(given[1], int(options.get("chars", CHARS)))
        self._use(given[0], {"about": given[1]}, found, options, joined=joined)

    def _spawn(self, given: list[str], options: dict[str, str], joined: bool = False) -> None:  # noqa: FBT001, FBT002
        name, *words = given
        prompt = " ".join(words) or f"Look, {name}."
        identity = self._use("Agent", {"prompt": prompt, "subagent_type": "general"}, "Seen.", options, joined=joined)
        self.spawned[name] = (identity, prompt)

    def _use(self, tool: str, asked: Json, found: Any, options: dict[str, str], *, joined: bool) -> str:
        identity = self._new("toolu")
        block = call(identity, tool, **asked)
        if joined:  # before the results of the calls it stands beside
            at = len(self.now.lines) - len(self.last)
            later, self.now.lines = self.now.lines[at:], self.now.lines[:at]
            message = self.now.lines[-1]["message"]["id"]
            self.now.parent = self.now.lines[-1]["uuid"]
            self.now.say(message, block, self.counts, stop="tool_use")
            self.now.lines[-1]["uuid"] = f"{len(self.now.lines):08x}-bbbb-4000-9000-{self.made:012d}"
            parent = self.now.parent = self.now.lines[-1]["uuid"]
            self.now.lines += later
            self.last.append((block, identity))
        else:
            self.now.say(self._new("msg"), block, self.counts, stop="tool_use")
            parent = self.now.lines[-1]["uuid"]
            self.last = [(block, identity)]
        failed: dict[str, Any] = {}
        if "fails" in options:
            found, failed = options["fails"], {"is_error": True}
        if "refused" in options:
            failed["toolDenialKind"] = options["refused"]
        self.now.give(identity, found, parentUuid=parent, **failed)
        return identity

    # -- what becomes of the context

    def _compact(self, _: list[str], options: dict[str, str]) -> None:
        kept = [self.now.lines[int(line) - 1]["uuid"] for line in options.get("keeps", "").split(",") if line]
        compacted(self.now, **({"preservedMessages": {"uuids": kept}} if kept else {}))

    def _micro(self, _: list[str], options: dict[str, str]) -> None:
        dropped = [
            self.now.lines[int(line) - 1]["message"]["content"][0]["tool_use_id"]
            for line in options["drops"].split(",")
        ]
        details = {"trigger": "auto", "preTokens": 9000, "tokensSaved": 100, "compactedToolIds": dropped}
        self.now.add("system", subtype="microcompact_boundary", content="cut", microcompactMetadata=details)

    def _clear(self, _: list[str], options: dict[str, str]) -> None:
        self.now.ask("<command-name>/clear</command-name>", parentUuid=None)

    def _rewind(self, given: list[str], _: dict[str, str]) -> None:
        self.now.parent = self.now.lines[int(given[0]) - 1]["uuid"] if given[0] != "0" else None

    def _at(self, given: list[str], _: dict[str, str]) -> None:
        self.now.at(float(given[0]))

    def _cost(self, _: list[str], options: dict[str, str]) -> None:
        self.model = options.get("model", self.model)
        self.misses = options.get("misses", "")
        self.timeless = "timeless" in options
        counts = {key: int(value) for key, value in options.items() if value.isdigit()}
        self.counts = usage(counts.get("fresh", 0), counts.get("read", 0), 20, w5=counts.get("written", 0))

    # -- on disk

    def lay(self, config: Path) -> Path:
        """Write every transcript where the client would, children with the file that names their call."""
        for name, thread in self.threads.items():
            folder = config / "projects" / thread.cwd.replace("/", "-")
            path = folder / f"{thread.session}.jsonl"
            if thread.agent:
                path = folder / thread.session / "subagents" / f"agent-{thread.agent}.jsonl"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(thread.data())
            if self.sidecars.get(name):
                sidecar = path.with_suffix(".meta.json")
                sidecar.write_text(json.dumps({"agentType": "general", "toolUseId": self.sidecars[name]}))
        return config
