#!/usr/bin/env python3
"""Writes rules of RFC 5545 and the days that python-dateutil finds for them, so that no build of Vitals is its own judge.

    python3 Tests/Vectors/generate-recurrences.py > Tests/Vectors/recurrences.json
    python3 Tests/Vectors/generate-recurrences.py 10000 7      so many rules, from another seed

Each line has a start, a rule, a day, the first days on or after it, and the latest one on or before it. Days more than twelve
years after the start are left out, because dateutil would take minutes for a rule that names no day.
"""
import datetime as calendar
import json
import random
import sys
from datetime import date, datetime, timedelta

import dateutil.rrule
from dateutil.rrule import DAILY, MONTHLY, WEEKLY, YEARLY, rrule, weekday

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
random.seed(int(sys.argv[2]) if len(sys.argv) > 2 else 20260506)
WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
FREQUENCIES = {"DAILY": DAILY, "WEEKLY": WEEKLY, "MONTHLY": MONTHLY, "YEARLY": YEARLY}
LAST_AFTER_DAYS = 12 * 366


class Calendar:
    """The module `datetime` as dateutil sees it, with an earlier end: it searches up to the year MAXYEAR."""

    MAXYEAR = calendar.MAXYEAR

    def __getattr__(self, name):
        return getattr(calendar, name)


dateutil.rrule.datetime = Calendar()
LIMIT = 8


def some(values, most):
    return sorted(random.sample(values, random.randint(1, min(most, len(values)))))


def random_rule(start):
    frequency = random.choice(list(FREQUENCIES))
    parts, options = ["FREQ=" + frequency], {}
    interval = random.choice([1, 1, 1, 2, 3, 4, 5, 7, 12, 30])
    if interval > 1:
        parts.append(f"INTERVAL={interval}")
        options["interval"] = interval
    if frequency != "WEEKLY" and random.random() < 0.4:
        days = some([1, 2, 13, 15, 28, 29, 30, 31, -1, -2, -15, -28, -31], 3)
        parts.append("BYMONTHDAY=" + ",".join(map(str, days)))
        options["bymonthday"] = days
    if random.random() < 0.5:
        # dateutil intersects plain weekdays with numbered ones, and the RFC unites them: never both here.
        if frequency in ("MONTHLY", "YEARLY") and random.random() < 0.6:
            greatest = 5 if frequency == "MONTHLY" else 53
            choices = [1, 2, 3, 4, 5, -1, -2, greatest, -greatest]
            pairs = sorted({(random.choice(choices), random.randrange(7)) for _ in range(random.randint(1, 3))})
        else:
            pairs = sorted({(0, day) for day in some(list(range(7)), 5)})
        parts.append("BYDAY=" + ",".join((str(n) if n else "") + WEEKDAYS[d] for n, d in pairs))
        options["byweekday"] = [weekday(d, n or None) for n, d in pairs]
    # dateutil lets the first week begin with the start, and the RFC with its Monday: BYSETPOS counts differently then.
    has_whole_weeks = frequency != "WEEKLY" or start.weekday() == 0
    if ("bymonthday" in options or "byweekday" in options) and has_whole_weeks and random.random() < 0.25:
        places = some([1, 2, 3, -1, -2, 5], 2)
        parts.append("BYSETPOS=" + ",".join(map(str, places)))
        options["bysetpos"] = places
    ending = random.random()
    if ending < 0.2:
        options["count"] = random.choice([1, 2, 5, 20, 100])
        parts.append(f"COUNT={options['count']}")
    elif ending < 0.4:
        until = start + timedelta(days=random.choice([0, 1, 30, 365, 5000]))
        options["until"] = datetime(until.year, until.month, until.day)
        parts.append("UNTIL=" + until.strftime("%Y%m%d"))
    last = start + timedelta(days=LAST_AFTER_DAYS)
    beginning = datetime(start.year, start.month, start.day)
    return ";".join(parts), rrule(FREQUENCIES[frequency], dtstart=beginning, **options), last


def main():
    print("[")
    for number in range(COUNT):
        start = date(1996, 1, 1) + timedelta(days=random.randrange(40 * 366))
        if random.random() < 0.2:
            start = random.choice([date(2024, 2, 29), date(2026, 1, 31), date(2025, 12, 31), date(2027, 1, 30)])
        Calendar.MAXYEAR = start.year + 13
        text, rule, last = random_rule(start)
        asked = start + timedelta(days=random.choice([-10, 0, 0, 1, 40, 400, 2000]))
        days, before = [], None
        for moment in rule:
            day = moment.date()
            if day > last:
                break
            if day <= asked:
                before = day.isoformat()
            if day >= asked:
                days.append(day.isoformat())
                if len(days) == LIMIT:
                    break
        entry = {"start": start.isoformat(), "rule": text, "from": asked.isoformat(), "days": days, "before": before}
        print(json.dumps(entry, separators=(",", ":")) + ("," if number + 1 < COUNT else ""))
    print("]")


main()
