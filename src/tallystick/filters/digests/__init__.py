"""Digests of one tool's own output: what failed with its message, what was warned of, counts of the rest.

One tool and one mechanism a file, one line in this table. The first that applies to the words of the command and
changes the text is the one; a text that is not what the tool prints stays as it is.
"""

from __future__ import annotations

DIGESTS: dict[str, str] = {}
