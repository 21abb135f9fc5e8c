"""Compiles a project's instructions, and says how much smaller they became."""

from __future__ import annotations

from tallystick.accounting.instructions import SECTIONS, fold, own_sections, roster, stack
from tallystick.errors import TallyError
from tallystick.host import instruction_files as files
from tallystick.model.remark import Remark
from tallystick.reports import figures as show

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallystick.accounting.instructions import Compiled

DEFAULT = "default"  # the scope of what nobody launches


def compile_project(project: str) -> Compiled:
    """Return a project's compiled instructions; UsageError names the file that cannot be used."""
    path, text = files.own_text(project)
    own = own_sections(text, path)
    return fold(files.bodies(), own, roster(files.agent_files(project)), stack(files.top_names(project)))


def write(project: str, scope: str, compiled: Compiled) -> str:
    """Write compiled instructions for a launch and return their path."""
    return files.put(project, scope, files.NAME, compiled.text.encode())


def said(compiled: Compiled) -> str:
    """Return what was made of what, in one line."""
    own = ", ".join(compiled.replaced)
    of_project = f"the project's own: {own}" if own else "none of them the project's own"
    return (
        f"{len(SECTIONS)} sections, {of_project}; sources {show.count(compiled.sources)} B, "
        f"compiled {show.count(compiled.size)} B"
    )


def remarks(project: str) -> Iterator[Remark]:
    """Say whether launching in a project would save anything."""
    try:
        compiled = compile_project(project)
    except TallyError as error:
        yield Remark("savings", f"instruction_fold: {error}", is_warning=True)
        return
    sources, size = compiled.sources, compiled.size
    shown = f"sources {show.count(sources)} B"
    if size < sources:
        share = max(1, (2000 * (sources - size) + sources) // (2 * sources))  # tenths of a percent
        text = (
            f"ACTIVE: {shown} - compiled {show.count(size)} B = {show.count(sources - size)} B "
            f"({share // 10}.{share % 10}% smaller)"
        )
    else:
        text = f"INACTIVE for this project: {shown}, compiled {show.count(size)} B: the compiled prompt is not smaller"
    yield Remark("savings", f"instruction_fold {text}")
