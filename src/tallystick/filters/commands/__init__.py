"""What is done to a command before it runs: refused, replaced, or given a flag that makes it say less.

One rule set a file, one line in this table, in the order in which they are tried. Only one simple command is ever
touched: pipes, lists, redirections, substitutions, quoting that a shell would have to undo, `sudo` and `ssh` are not.
"""

from __future__ import annotations

COMMANDS: dict[str, str] = {}
