"""Gets the client ready to start with a compiled prompt, and stages what that saves for the session to claim."""

from __future__ import annotations

import os
import shutil

from tallystick.errors import NotFound, UsageError
from tallystick.host import client_settings
from tallystick.host import instruction_files as files
from tallystick.host.whole_files import make_folder, replace
from tallystick.kernel import beginning, savingsrow, stagedrows
from tallystick.kernel.files import read_text
from tallystick.kernel.fnv1a import digest
from tallystick.kernel.places import CONFIG_DEFAULTS, CONFIG_VARIABLE, config_folders, split_folders
from tallystick.tasks import booking, instructions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tallystick.accounting.instructions import Compiled
    from tallystick.host.environment import Surroundings

    Say = Callable[[str], object]

PROGRAM, FLAG = "claude", "--append-system-prompt-file"
# A talk that goes on sends the prompt that it began with, whatever the client is started with.
_GOING_ON = ("-c", "--continue", "-r", "--resume", "--from-pr", "--teleport")
_DECLINED = "no-fold-warned"


class Launch:
    """What is to be run in our place: program, its words and its environment."""

    __slots__ = ("environ", "program", "words")

    def __init__(self, program: str, words: Sequence[str], environ: dict[str, str]) -> None:
        self.program = program
        self.words = list(words)
        self.environ = environ


class _Prompt:
    """A compiled prompt that is written down for one launch."""

    __slots__ = ("compiled", "path", "project", "scope")

    def __init__(self, project: str, scope: str, compiled: Compiled) -> None:
        self.project = project
        self.scope = scope
        self.compiled = compiled
        self.path = instructions.write(project, scope, compiled)


def prepare(words: Sequence[str], place: Surroundings, warn: Say, debug: Say) -> Launch:
    """Compile the current folder's instructions, stage their row, and return the client to start with them."""
    program = shutil.which(PROGRAM, path=place.environ.get("PATH", os.defpath))
    if program is None:
        raise NotFound(f"{PROGRAM} is not on PATH: install Claude Code, or put it there")
    if any(word.partition("=")[0] == FLAG for word in words):
        raise UsageError(f"{FLAG} is what tally launch gives the client itself: use --append-system-prompt beside it")
    project = files.find_project(".")
    prompt = _Prompt(project, _scope(project), instructions.compile_project(project))
    files.prune(project, place.now_ms / 1000, prompt.scope)
    if not any(word.partition("=")[0] in _GOING_ON for word in words):
        _stage(prompt, _model(words, project, place), place, warn, debug)
    environ = {**place.environ, beginning.SCOPE: prompt.scope, "TALLY_ROOT": place.root}
    return Launch(program, [program, FLAG, prompt.path, *words], environ)


def _scope(project: str) -> str:
    """Return a name for a launch: the folder's, as far as it is plain, and six digits of chance."""
    plain = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in os.path.basename(project))
    return f"{plain.strip('-')[:40] or 'launch'}-{os.urandom(3).hex()}"


def _model(words: Sequence[str], project: str, place: Surroundings) -> str:
    """Return the model that the client will start with, "" where nothing says it."""
    for at, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name == "--model":
            return value if equals else next(iter(words[at + 1 : at + 2]), "")
    named = split_folders(place.environ.get(CONFIG_VARIABLE, ""))
    folders = [os.path.join(project, ".claude"), *config_folders(named, CONFIG_DEFAULTS, place.environ)]
    found = (place.environ.get("ANTHROPIC_MODEL", "").strip(), *map(client_settings.model, folders))
    return next(filter(None, found), "")


def _stage(prompt: _Prompt, model: str, place: Surroundings, warn: Say, debug: Say) -> None:
    """Leave the row for the session; where nothing was saved say so, once for each pair of sizes."""
    sources, size = prompt.compiled.sources, prompt.compiled.size
    if size >= sources:
        _decline(prompt, place, debug)
        return
    if not model:
        warn("no saving is noted: nothing says which model the client starts with (--model would)")
        return
    rate = booking.rate_of(place, model, warn)
    if rate is None:
        return
    price = savingsrow.Price(model, savingsrow.LAUNCH, rate)
    row = savingsrow.folded(sources, size, price, ts=booking.moment(place), session="")
    if row is None:  # some bytes, and not one token
        _decline(prompt, place, debug)
        return
    files.put(prompt.project, prompt.scope, files.RECORD, beginning.record(sources, price))
    if not stagedrows.stage(os.fsencode(place.root), os.fsencode(prompt.path), row):
        warn("no saving is noted: the row could not be staged in the root folder")


def _decline(prompt: _Prompt, place: Surroundings, debug: Say) -> None:
    folder = os.path.join(place.root, "usage", _DECLINED)
    mark = os.path.join(folder, digest(os.fsencode(prompt.project)))
    pair = f"{prompt.compiled.sources} {prompt.compiled.size}"
    if read_text(os.fsencode(mark)).strip() == pair:
        return
    debug(
        f"nothing is saved: the compiled prompt ({prompt.compiled.size} B) is not smaller than the instruction sources "
        f"({prompt.compiled.sources} B)"
    )
    try:
        make_folder(folder)
        replace(mark, pair.encode())
    except OSError:
        return
