"""What a reader may ask of a line, however it was decoded: the names that `shapes` and `plain` share.

For type checkers only; nothing imports this at run time.
"""

from __future__ import annotations

from typing import Any, Protocol


class Split(Protocol):
    ephemeral_5m_input_tokens: int | None
    ephemeral_1h_input_tokens: int | None
