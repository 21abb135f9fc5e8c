"""Where our surfaces keep their ledgers: `<root>/transforms/<run>/<task>.jsonl`, whatever a run or task is called."""

from __future__ import annotations

from tallystick.kernel.sha256 import hexdigest
from tallystick.kernel.sidecars import stem

FOLDER = "transforms"
_PLAIN = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-")
_LONGEST, _KEPT, _TAG = 120, 100, 12  # bytes; a name in a file system has 255, and `.transform_debug` comes behind


def ledger_path(root: str, run: str, task: str) -> str:
    """Return the ledger of a task; no name leads out of the folder, and no two names to one file."""
    return f"{root.rstrip('/')}/{FOLDER}/{screened(run)}/{screened(task)}.jsonl"


def screened(name: str) -> str:
    """Return a name as one plain part of a path: other bytes and a leading full stop as %XX, a long one by its hash."""
    raw = name.encode("utf-8", "surrogatepass")
    text = "".join(chr(byte) if byte in _PLAIN else f"%{byte:02X}" for byte in raw)
    if not text or text[0] == ".":
        text = f"%2E{text[1:]}" if text else "%"
    if len(text) <= _LONGEST:
        return text
    return f"{text[:_KEPT]}%{hexdigest(raw)[:_TAG]}"


def names_of(path: str) -> tuple[str, str]:
    """Return the run and task that a host's own ledger belongs to where the host does not say, by its path."""
    folder, _, file = path.rpartition("/")
    above, _, parent = folder.rpartition("/")
    return (above.rpartition("/")[2] if parent == "savings" else parent), stem(file)
