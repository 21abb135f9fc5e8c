"""Names and their keys: every text that the index keeps by hash and shows again."""

from __future__ import annotations

from tallystick.accounting.digests import key as key_of


class Names:
    """Keys of the names met in one sync; `fresh` holds those the index has not been told yet."""

    __slots__ = ("_keys", "fresh")

    def __init__(self) -> None:
        self._keys: dict[str, int] = {}
        self.fresh: dict[int, str] = {}

    def key(self, text: str | None) -> int:
        """Return a name's key, 0 for none."""
        if not text:
            return 0
        return self._keys.get(text) or self._learn(text)

    def _learn(self, text: str) -> int:
        key = self._keys[text] = key_of(text)
        self.fresh[key] = text.encode("utf-8", "replace").decode()
        return key

    def learn(self, key: int, text: str) -> None:
        """Let the index learn a text under a key that is not its own hash."""
        self.fresh[key] = text.encode("utf-8", "replace").decode()

    def take_fresh(self) -> dict[int, str]:
        """Hand over the names that are new since the last call."""
        fresh, self.fresh = self.fresh, {}
        return fresh
