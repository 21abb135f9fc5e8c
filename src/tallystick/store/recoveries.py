"""Finds what a session read again of outputs that were kept: by commands and reads that name one."""

from __future__ import annotations

import os

from tallystick.accounting import digests
from tallystick.accounting.netting import Again
from tallystick.model import event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tallystick.store.index import Index

_FILES = "SELECT file FROM file_session WHERE session = ?"
_SEGMENTS = "SELECT moments, calls, results, words FROM segment WHERE file = ? ORDER BY first_line, part"
_WORD = 4  # bytes of a word's hash


def find(index: Index, session: str, outputs: Iterable[str], folders: Iterable[str]) -> list[Again] | None:
    """Return the results by which outputs (ids) of these folders came back, None of a session that the index lacks."""
    files = [file for (file,) in index.db.execute(_FILES, (digests.key(session),))]
    if not files:
        return None
    ids = sorted(set(outputs))
    words = {event.WORD.pack(digests.word(one)): one for one in ids}
    paths = {digests.key(os.path.join(folder, one)): one for folder in folders for one in ids}
    found = []
    for file in files:
        asked: dict[int, str] = {}  # call -> output
        for moments, calls, results, blob in index.db.execute(_SEGMENTS, (file,)):
            asked.update(_asked(calls, blob, words, paths))
            if asked:
                found += _answers(results, moments, asked)
    return found


def _asked(calls: bytes, blob: bytes, words: dict[bytes, str], paths: dict[int, str]) -> dict[int, str]:
    """Return the calls that name an output: a read of its file, or any command with its id for a word."""
    has_words = any(word in blob for word in words)
    found: dict[int, str] = {}
    for row in event.CALL_ROW.iter_unpack(calls):
        kind, call, path, at, length = row[3], row[5], row[7], row[16], row[17]
        if kind == event.READ and path in paths:
            found[call] = paths[path]
        elif kind == event.COMMAND and has_words:
            own = (blob[place * _WORD : (place + 1) * _WORD] for place in range(at, at + length))
            named = next((words[word] for word in own if word in words), None)
            if named is not None:
                found[call] = named
    return found


def _answers(results: bytes, moments: bytes, asked: dict[int, str]) -> list[Again]:
    times = {(row[0], row[1]): row[5] for row in event.MOMENT.iter_unpack(moments)}
    return [
        Again(asked[row[4]], times.get((row[0], row[1]), -1), (row[5] + 3) // 4)
        for row in event.RESULT_ROW.iter_unpack(results)
        if row[4] in asked and not row[7] & event.IS_ERROR
    ]
