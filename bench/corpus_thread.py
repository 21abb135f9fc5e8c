"""Writes one transcript of the corpus as bytes, in the client's order of keys, and hands every number to the tally."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

DAY_MS = 86_400_000
ALPHABET = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def days_since_1970(year: int, month: int, day: int) -> int:
    """The number of a date."""
    import datetime as dt

    return dt.date(year, month, day).toordinal() - 719_163


def day_text(number: int) -> str:
    """The date of a number."""
    import datetime as dt

    return dt.date.fromordinal(number + 719_163).isoformat()


class Clock:
    """Times as the client writes them; a day's text is made once."""

    def __init__(self) -> None:
        self.days: dict[int, bytes] = {}

    def stamp(self, ms: int) -> bytes:
        """A moment in UTC."""
        day, rest = divmod(ms, DAY_MS)
        text = self.days.get(day)
        if text is None:
            text = self.days[day] = day_text(day).encode()
        seconds, part = divmod(rest, 1000)
        minutes, second = divmod(seconds, 60)
        return b"%sT%02d:%02d:%02d.%03dZ" % (text, minutes // 60, minutes % 60, second, part)


CLOCK = Clock()


def make_uuid(random: Random) -> bytes:
    """A random uuid of version 4."""
    digits = f"{random.getrandbits(128):032x}"
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:]}".encode()


def make_id(random: Random, stem: str, length: int = 22) -> bytes:
    """An id as the API gives it."""
    return (stem + "".join(random.choices(ALPHABET, k=length))).encode()


class Place:
    """What every line of a session repeats."""

    def __init__(self, session: bytes, cwd: str, branch: str, version: str, *, modern: bool) -> None:
        self.session = session
        self.cwd = cwd
        self.branch = branch
        self.version = version
        self.modern = modern  # newer clients write what they repeat behind the message, and a stop reason on every line

    def repeated(self) -> bytes:
        """The repeated fields, as JSON."""
        entry = b'"entrypoint":"cli",' if self.modern else b""
        rest = f'"cwd":"{self.cwd}","sessionId":"%s","version":"{self.version}","gitBranch":"{self.branch}"'
        return b'"userType":"external",' + entry + rest.encode() % self.session


class ThreadWriter:
    """One file being written. `kept` holds its first entries, which a fork copies."""

    def __init__(self, path: str, place: Place, random: Random, now: int, agent: bytes | None = None) -> None:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        self.file = open(path, "ab", buffering=1 << 20)  # noqa: SIM115 (closed by the session that owns it)
        self.path = path
        self.place = place
        self.random = random
        self.now = now
        self.parent: bytes | None = None
        self.size = 0
        self.lines = 0
        self.kept: list[tuple[bytes, bytes, bytes]] = []
        child = b',"agentId":"%s"' % agent if agent else b""
        side = b',"isSidechain":true' if agent else b',"isSidechain":false'
        if place.modern:
            self.before, self.behind = side + child + b",", b"," + place.repeated()
        else:
            self.before, self.behind = side + b"," + place.repeated() + child + b",", b""

    def tick(self, low: float, high: float) -> None:
        """Let time pass: between so many seconds."""
        self.now += int(1000 * (low + (high - low) * self.random.random()))

    def avoid_midnight(self) -> None:
        """Wait for the next day where a message might reach over midnight: peers differ about whose day that is."""
        if self.now % DAY_MS > DAY_MS - 120_000:
            self.now += 121_000

    def bare(self, line: bytes) -> None:
        """Write a line as it is."""
        self.file.write(line)
        self.size += len(line)
        self.lines += 1

    def entry(self, kind: bytes, body: bytes, *, first: bool = False, root: bool = False) -> bytes:
        """Write an entry of the chain and give its uuid; `first` puts the type before the body, as in user lines."""
        uuid = make_uuid(self.random)
        parent = b'"%s"' % self.parent if self.parent and not root else b"null"
        what = b'"type":"%s"' % kind
        inner = what + b"," + body if first else body + b"," + what
        stamped = b',"uuid":"%s","timestamp":"%s"' % (uuid, CLOCK.stamp(self.now))
        self.bare(b'{"parentUuid":%s%s%s%s%s}\n' % (parent, self.before, inner, stamped, self.behind))
        if len(self.kept) < 200:
            self.kept.append((parent, inner, stamped))
        self.parent = uuid
        return uuid

    def copy(self, kept: list[tuple[bytes, bytes, bytes]], mark: bytes) -> None:
        """Write entries of another thread as a fork does: what is repeated differs, and assistant lines are marked."""
        for parent, inner, stamped in kept:
            marked = inner + mark if inner.endswith(b'"type":"assistant"') else inner
            self.bare(b'{"parentUuid":%s%s%s%s%s}\n' % (parent, self.before, marked, stamped, self.behind))
            self.parent = stamped[9:45]

    def close(self) -> None:
        """Finish the file."""
        self.file.close()
