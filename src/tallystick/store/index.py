"""The index file: opening, migrating, locking and backing it up; every failure becomes one line for the user."""

from __future__ import annotations

import os
import sqlite3
from sqlite3 import DatabaseError, OperationalError, ProgrammingError

from tallystick.errors import IndexBusy, IndexCorrupt, IndexFull, IndexNewer, IndexUnusable, RootUnusable, TallyError
from tallystick.store import schema

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection
    from types import TracebackType
    from typing import Self

NAME = "index.sqlite3"
BROKEN = (DatabaseError, UnicodeDecodeError)  # the latter where SQLite's own message holds bytes of a damaged file
_WAIT_MS = 5000


class Ending:
    """How this process ends. A door that ends it with `os._exit` says so once.

    Closing the last connection copies the write-ahead log into the database and waits for the disk twice; left open,
    the log is there for the next process, which loses nothing and waits for nothing.
    """

    is_hard = False


class Index:
    """An open index; `db` is its connection, in autocommit mode."""

    __slots__ = ("db", "path")

    def __init__(self, path: str, db: Connection) -> None:
        self.path = path
        self.db = db

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        said = None if error is None else self.failure(error)
        if error is not None or not Ending.is_hard:
            self.db.close()
        if said is not None:
            raise said from error

    def failure(self, error: BaseException) -> Exception | None:
        """Return what a failure while the index was open is to the user; None where it is not the index's.

        Whatever goes wrong over a damaged file may be its fault, so a failure that nobody expected has it checked.
        """
        if isinstance(error, BROKEN):
            return explain(error, self.path)
        if isinstance(error, Exception) and not isinstance(error, TallyError | OSError) and self._is_damaged():
            return explain(DatabaseError("it is damaged"), self.path)
        return None

    def _is_damaged(self) -> bool:
        try:
            return bool(self.db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok")
        except ProgrammingError:  # it is closed already
            return False
        except BROKEN:
            return True

    def write(self) -> Transaction:
        """Return a write transaction: all of its rows or none."""
        return Transaction(self)

    def meta(self, key: str) -> object:
        """Return a kept value, None where there is none."""
        row = self.db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None

    def cache(self, key: str, stamp: str) -> bytes | None:
        """Return what `keep` stored under the same key and stamp."""
        row = self.db.execute("SELECT value FROM meta WHERE key = ?", (f"cache:{key}:{stamp}",)).fetchone()
        return row[0] if row else None

    def keep(self, key: str, stamp: str, value: bytes) -> None:
        """Keep a computed value until its stamp changes; an index that cannot be written just stays slower."""
        try:
            self.db.execute("DELETE FROM meta WHERE key LIKE ?", (f"cache:{key}:%",))
            self.db.execute("INSERT OR REPLACE INTO meta VALUES(?, ?)", (f"cache:{key}:{stamp}", value))
        except OperationalError:
            return


class Transaction:
    """BEGIN IMMEDIATE to COMMIT around a prepared batch; the version is checked before the first row."""

    __slots__ = ("_index",)

    def __init__(self, index: Index) -> None:
        self._index = index

    def __enter__(self) -> Connection:
        db = self._index.db
        db.execute("BEGIN IMMEDIATE")
        try:
            check_version(self._index)
        except IndexNewer:
            db.execute("ROLLBACK")
            raise
        return db

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        db = self._index.db
        if kind is None:
            db.execute("COMMIT")
        elif db.in_transaction:
            db.execute("ROLLBACK")


def is_there(root: str) -> bool:
    """Say whether a root folder holds an index; an empty file, as a full disk leaves it, is none."""
    try:
        return os.stat(os.path.join(root, NAME)).st_size > 0
    except OSError:
        return False


def open_index(root: str) -> Index | None:
    """Open the index under a root folder and bring it to this version; None where there is none yet."""
    if not is_there(root):
        return None
    path = os.path.join(root, NAME)
    writable = os.access(path, os.W_OK) and os.access(root, os.W_OK)
    try:
        db = connect(path) if writable else _connect_read_only(path)
        index = Index(path, db)
        version = check_version(index)
        if version < schema.VERSION and writable:
            migrate(index)
    except BROKEN as error:
        raise explain(error, path) from error
    return index


def connect(path: str) -> Connection:
    """Open a database for reading and writing, in autocommit mode."""
    db = sqlite3.connect(path, timeout=_WAIT_MS / 1000, isolation_level=None, check_same_thread=False)
    db.text_factory = _text
    db.execute("PRAGMA synchronous=NORMAL")
    return db


def _text(data: bytes) -> str:
    """Read a text as Python reads file names: bytes that are no UTF-8 come back as what they were."""
    return data.decode("utf-8", "surrogateescape")


def _connect_read_only(path: str) -> Connection:
    """Open a database that we may not write, as it is; one whose write-ahead log holds news cannot be told truly so."""
    try:
        behind = os.stat(path + "-wal").st_size > 0
    except OSError:
        behind = False
    quoted = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    for mode in ("mode=ro",) if behind else ("mode=ro", "immutable=1"):
        db = sqlite3.connect(f"file:{quoted}?{mode}", uri=True, timeout=_WAIT_MS / 1000, isolation_level=None)
        db.text_factory = _text
        try:
            db.execute("SELECT 1 FROM meta LIMIT 1")
        except OperationalError:
            db.close()
            continue
        return db
    if behind:
        raise RootUnusable(
            f"{path} has changes waiting in its write-ahead log: run tally once where the folder is writable"
        )
    raise RootUnusable(f"{path} cannot be read: check the permissions of the file and its folder")


def create(path: str, *, wal: bool) -> Index:
    """Make an empty index that nobody else sees yet: without journal, to be finished by `finish`."""
    db = connect(path)
    db.execute("PRAGMA page_size=8192")
    db.execute("PRAGMA journal_mode=OFF")
    db.execute("PRAGMA synchronous=OFF")
    db.execute("PRAGMA locking_mode=EXCLUSIVE")
    db.execute("BEGIN")
    for statement in schema.TABLES.split(";"):
        db.execute(statement)
    db.execute("INSERT INTO meta VALUES('journal', ?)", ("wal" if wal else "delete",))
    return Index(path, db)


def index_kept_tables(index: Index) -> None:
    """Build the indexes of a first build's kept tables, once every row is there: the fold looks sessions up in them."""
    for statement in schema.KEPT_INDEXES.split(";"):
        index.db.execute(statement)


def finish(index: Index) -> None:
    """Complete a first build: the other indexes, version, journal mode, everything on disk."""
    db = index.db
    for statement in schema.DERIVED_INDEXES.split(";"):
        db.execute(statement)
    db.execute(f"PRAGMA user_version={schema.VERSION}")
    db.execute("COMMIT")
    db.execute("PRAGMA locking_mode=NORMAL")
    journal = index.meta("journal")
    db.execute(f"PRAGMA journal_mode={'WAL' if journal == 'wal' else 'DELETE'}")
    db.close()
    handle = os.open(index.path, os.O_RDONLY)
    try:
        os.fdatasync(handle)
    finally:
        os.close(handle)


def migrate(index: Index) -> None:
    """Bring an older index to this version, one migration a transaction."""
    db = index.db
    while True:
        db.execute("BEGIN IMMEDIATE")
        version = check_version(index)
        if version >= schema.VERSION:
            db.execute("COMMIT")
            return
        for statement in schema.MIGRATIONS[version].split(";"):
            db.execute(statement)
        db.execute(f"PRAGMA user_version={version + 1}")
        db.execute("COMMIT")


def check_version(index: Index) -> int:
    """Return the index's version; refuse one that a newer tally wrote."""
    version = int(index.db.execute("PRAGMA user_version").fetchone()[0])
    if version > schema.VERSION:
        raise IndexNewer(
            f"{index.path} was written by a newer tally (version {version}, this one knows {schema.VERSION}): "
            "upgrade tallystick, or use another --root"
        )
    return version


def explain(error: Exception, path: str) -> Exception:
    """Turn a database failure into the line a user can act on."""
    text = "it is damaged" if isinstance(error, UnicodeDecodeError) else str(error)
    if "locked" in text or "busy" in text:
        return IndexBusy(f"{path} is held by another process: wait for it to finish and try again")
    if "integer overflow" in text:
        return IndexUnusable(
            f"counts in {path} add up to more than any index can hold: a transcript states impossible ones; "
            "find it with `tally spent --by session --since ...` and remove it with `tally forget`"
        )
    if "full" in text:
        return IndexFull(f"no room to write {path}: free some space and run the command again; nothing was lost")
    if "readonly" in text or "unable to open" in text:
        return RootUnusable(
            f"{path} cannot be written ({text}): check the permissions of the folder, or use another --root"
        )
    if "disk I/O" in text:
        return IndexFull(
            f"{path} could not be read or written ({text}): check the disk and its free space; nothing was lost"
        )
    return IndexCorrupt(
        f"{path} is not a readable index ({text}): move it away and put the newest copy from its `backups` folder "
        "in its place, or let `tally sync` build a new one"
    )
