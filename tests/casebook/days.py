"""Cases of days: midnight, zones, and the hour that a summer takes or gives."""

from __future__ import annotations

from datetime import UTC, datetime

from .case import Made, case, find, several, totals
from .forks import copy_into
from .thread import Thread, stamp, text, usage


def moment(month: int, day: int, hour: int, minute: int = 0, second: int = 0) -> str:
    """A moment of 2026, in UTC, as the client writes it."""
    return stamp(datetime(2026, month, day, hour, minute, second, tzinfo=UTC))


@case
def over_midnight() -> Made:
    """A message begun before midnight belongs to that day, though its later line stands first in the file."""
    t = Thread()
    t.at(15 * 3600 + 1).say("msg_g1", text("after"), usage(5, 100, 40))  # 00:00:01 of 3 March
    t.at(15 * 3600 - 2).say("msg_g1", text("before"), usage(5, 100, 3), stop=None)  # 23:59:58 of 2 March
    t.at(15 * 3600 + 9).say("msg_g2", text("next day"), usage(6, 110, 7))
    by_day = {"2026-03-02": totals(5, 0, 0, 100, 40, n=1), "2026-03-03": totals(6, 0, 0, 110, 7, n=1)}
    return t, find(totals(11, 0, 0, 210, 47, n=2), by_day=by_day)


@case
def evening_elsewhere() -> Made:
    """02:00 in UTC is the evening before in Denver and the afternoon in Auckland."""
    t = Thread()
    t.say("msg_g1", text("Late."), usage(5, 100, 40), timestamp=moment(3, 2, 2))
    t.say("msg_g2", text("Noon."), usage(6, 110, 7), timestamp=moment(3, 2, 12))
    late, noon = totals(5, 0, 0, 100, 40, n=1), totals(6, 0, 0, 110, 7, n=1)
    both = totals(11, 0, 0, 210, 47, n=2)
    zones = {
        "America/Denver": {"2026-03-01": late, "2026-03-02": noon},  # seven hours behind
        "Pacific/Auckland": {"2026-03-02": late, "2026-03-03": noon},  # thirteen hours ahead
        "Asia/Kathmandu": {"2026-03-02": both},  # five hours and three quarters ahead
    }
    return t, find(both, by_day={"2026-03-02": both}, by_day_in=zones)


@case
def summer_begins_and_ends() -> Made:
    """Berlin is one hour ahead before 29 March and two after it, and one again from 25 October: 22:30 in UTC is the
    same day in winter and the next in summer.
    """
    t = Thread()
    days = ((3, 28), (3, 29), (10, 24), (10, 25))
    for place, (month, day) in enumerate(days, 1):
        t.say(f"msg_g{place}", text("Night."), usage(1, 10, place), timestamp=moment(month, day, 22, 30))
    one, two, three, four = (totals(1, 0, 0, 10, place, n=1) for place in range(1, 5))
    zone = {"2026-03-28": one, "2026-03-30": two, "2026-10-25": totals(2, 0, 0, 20, 7, n=2)}
    by_day = {"2026-03-28": one, "2026-03-29": two, "2026-10-24": three, "2026-10-25": four}
    return t, find(totals(4, 0, 0, 40, 10, n=4), by_day=by_day, by_day_in={"Europe/Berlin": zone})


@case
def copy_of_another_day() -> Made:
    """A copy of a message carries a later day (a backup stamped anew): its day is that of its earliest line."""
    one = Thread(1)
    one.say("msg_g1", text("First."), usage(5, 100, 40), timestamp=moment(3, 2, 9))
    two = Thread(2)
    copy_into(two, [{**one.lines[0], "timestamp": moment(3, 5, 9)}])
    found = totals(5, 0, 0, 100, 40, n=1)
    return several(two, one), find(found, by_day={"2026-03-02": found})
