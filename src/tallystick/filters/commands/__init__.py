"""What is done to a command before it runs: refused, replaced, or given a flag that makes it say less.

One kind of rules a file, one line in this table, in the order in which they are tried. Only one simple command is ever
touched (`filters.shell`): pipes, lists, redirections, substitutions, `sudo` and `ssh` are the shell's business. Nothing
here is done unasked: a caller names the kinds that it wants.
"""

from __future__ import annotations

COMMANDS = {
    "redirect": "tallystick.filters.commands.redirects",
    "forbidden": "tallystick.filters.commands.forbidden",
    "universal": "tallystick.filters.commands.quiet_flags",
    "test_flag": "tallystick.filters.commands.runner_flags",
}
