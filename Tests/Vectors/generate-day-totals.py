#!/usr/bin/env python3
"""Writes day-totals.json: records of one kind, and what they add up to day by day.

The named cases are worked out by hand. The rest is computed here in exact fractions and in another way: time is cut
into pieces at every beginning and end, and each piece of a record counts unless an earlier source covers it.
The output is the same on every run:  python3 Tests/Vectors/generate-day-totals.py > Tests/Vectors/day-totals.json
"""
import json
import random
from datetime import datetime, timedelta, timezone
from fractions import Fraction
from zoneinfo import ZoneInfo

random.seed(20261127)
LONGEST = timedelta(days=7)


def utc(text):
    return datetime.fromisoformat(text).replace(tzinfo=timezone.utc)


def wire(time):
    return time.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace(".000+00:00", "Z").replace("+00:00", "Z")


def midnights(first, count, zone="UTC"):
    day = datetime.fromisoformat(first).replace(tzinfo=ZoneInfo(zone))
    return [(day + timedelta(days=index)).astimezone(timezone.utc) for index in range(count + 1)]


def sample(source, start, end, value):
    return {"value": value, "recordedAt": wire(utc(end)), "source": source, "start": wire(utc(start))}


def typed(at, value):
    return {"value": value, "recordedAt": wire(utc(at))}


def on(day, source, start, end, value):
    return sample(source, f"{day}T{start}", f"{day}T{end}", value)


DAY = "2026-11-23"


def watch(start, end, value):
    return on(DAY, "Watch", start, end, value)


def phone(start, end, value):
    return on(DAY, "Phone", start, end, value)


def named():
    one = midnights(DAY, 1)
    yield "nothing", one, [], [0]
    yield "one source", one, [watch("10:00", "11:00", 1000)], [1000]
    yield "a walk with both: the watch, which began a minute earlier, adds its first minute of fifty", one, [
        watch("10:00", "10:50", 1000), phone("10:01", "10:51", 970)], [990]
    yield "overlapping by half", one, [watch("10:00", "12:00", 1200), phone("11:30", "12:30", 600)], [1500]
    yield "equal times: the first name by its bytes counts", one, [
        watch("10:00", "11:00", 1000), phone("10:00", "11:00", 900)], [900]
    yield "alternating: nothing is lost", one, [
        watch("10:00", "10:10", 100), phone("10:10", "10:20", 110), watch("10:20", "10:30", 120),
        phone("10:30", "10:40", 130)], [460]
    yield "nested: the short one within the long one", one, [
        phone("10:00", "12:00", 2000), watch("10:30", "11:00", 700)], [2000]
    yield "nested in pieces: what the watch doesn't cover is the phone's share", one, [
        phone("10:00", "12:00", 2400), watch("07:00", "09:00", 50), watch("10:30", "11:00", 700)], [50 + 700 + 1800]
    yield "touching at a moment", one, [watch("10:00", "11:00", 500), phone("11:00", "11:30", 300)], [800]
    yield "the watch was off for an hour", one, [
        watch("08:00", "10:00", 3000), phone("08:00", "09:00", 1400), phone("10:00", "11:00", 900),
        watch("11:00", "12:00", 800), phone("11:15", "11:30", 150)], [4700]
    yield "three sources", one, [
        watch("08:00", "12:00", 4000), phone("10:00", "13:00", 3000),
        on(DAY, "Pedometer", "11:00", "13:30", 2500)], [4000 + 1000 + 500]
    yield "records of one source take nothing from each other", one, [
        watch("10:00", "11:00", 500), watch("10:30", "11:30", 500)], [1000]
    yield "a record that was typed counts whole, though others cover its time", one, [
        watch("10:00", "11:00", 500), typed(f"{DAY}T10:30", 200)], [700]
    yield "a sample of one moment counts whole", one, [
        watch("10:00", "11:00", 500), phone("10:30", "10:30", 17)], [517]
    two = midnights(DAY, 2)
    yield "over midnight: shared by time", two, [
        sample("Watch", "2026-11-23T23:45", "2026-11-24T00:15", 300)], [150, 150]
    yield "until midnight: all of it is of the day before", two, [
        sample("Watch", "2026-11-23T23:30", "2026-11-24T00:00", 300)], [300, 0]
    yield "typed at midnight: of the day that begins", two, [typed("2026-11-24T00:00", 5)], [0, 5]
    yield "the order of the sources is found for each day", two, [
        watch("08:00", "12:00", 4000), phone("08:00", "09:00", 1100),
        sample("Phone", "2026-11-24T08:00", "2026-11-24T12:00", 3600),
        sample("Watch", "2026-11-24T08:00", "2026-11-24T09:00", 1000)], [4000, 3600]
    yield "from before the first day until after the last", one, [
        sample("Watch", "2026-11-22T12:00", "2026-11-24T12:00", 4800)], [2400]
    yield "other days don't count", one, [
        sample("Watch", "2026-11-22T10:00", "2026-11-22T11:00", 1), typed("2026-11-24T00:00", 2),
        typed("2026-11-22T23:59:59.999", 4)], [0]
    yield "a record that claims more than seven days counts whole when it ends", one, [
        sample("Watch", "2026-11-16T09:59:59.999", "2026-11-23T10:00", 70), phone("09:00", "10:00", 100)], [170]
    yield "one of seven days counts by its share", one, [
        sample("Watch", "2026-11-16T12:00", "2026-11-23T12:00", 1400)], [100]
    odd = {"value": 10, "recordedAt": wire(utc(f"{DAY}T10:30"))}
    yield "an interval that can't be one counts whole", one, [
        watch("10:00", "11:00", 100), {**odd, "source": "Phone"}, {**odd, "start": wire(utc(f"{DAY}T10:20"))},
        {**odd, "source": "Phone", "start": "10:20"}, {**odd, "source": "Phone", "start": f"{DAY} 10:20Z"}, {**odd, "source": 7, "start": wire(utc(f"{DAY}T10:20"))},
        {**odd, "source": "Phone", "start": wire(utc(f"{DAY}T10:40"))},
        {**odd, "source": "é" * 101, "start": wire(utc(f"{DAY}T10:20"))},
        {**odd, "source": "Phone", "start": wire(utc(f"{DAY}T10:20")), "note": "n" * 2048}], [180]
    yield "a start with an offset is the moment that it names", one, [
        watch("10:00", "11:00", 100), {**odd, "source": "Phone", "start": f"{DAY}T12:20:00+02:00"}], [100]
    yield "two spellings of a name are two sources, in the order of their bytes", one, [
        on(DAY, "e\u0301", "10:00", "11:00", 100), on(DAY, "é", "10:00", "11:00", 90)], [100]
    yield "bytes of UTF-8 and not units of UTF-16", one, [
        on(DAY, "\uff21", "10:00", "11:00", 100), on(DAY, "\U0001f600", "10:00", "11:00", 90)], [100]
    # In London the clocks go back on 25 October 2026 at 01:00 UTC, and forward on 29 March.
    autumn = midnights("2026-10-24", 3, "Europe/London")
    yield "the day of 25 hours: the second 01:30 is another time than the first", autumn, [
        sample("Watch", "2026-10-25T00:00", "2026-10-25T01:00", 600),
        sample("Phone", "2026-10-25T00:30", "2026-10-25T01:30", 600),
        sample("Watch", "2026-10-24T22:30", "2026-10-24T23:30", 100),
        sample("Watch", "2026-10-25T23:30", "2026-10-26T00:30", 100)], [50, 50 + 600 + 300 + 50, 50]
    spring = midnights("2026-03-28", 3, "Europe/London")
    yield "the day of 23 hours ends at 23:00 UTC", spring, [
        sample("Watch", "2026-03-29T00:30", "2026-03-29T01:30", 600),
        sample("Watch", "2026-03-28T23:30", "2026-03-29T00:30", 100),
        sample("Phone", "2026-03-29T22:30", "2026-03-29T23:30", 400)], [50, 50 + 600 + 200, 200]


def total(records, begin, end):
    result = Fraction(0)
    intervals = []
    for record in records:
        to = utc(record["recordedAt"][:-1])
        start = utc(record["start"][:-1]) if "start" in record else to
        if start < to and to - start <= LONGEST:
            if start < end and to > begin:
                intervals.append((record["source"].encode(), start, to, Fraction(record["value"])))
        elif begin <= to < end:
            result += Fraction(record["value"])
    cuts = sorted({begin, end} | {cut for _, start, to, _ in intervals for cut in (start, to) if begin < cut < end})
    pieces = list(zip(cuts, cuts[1:]))
    covers = {}
    for source, start, to, _ in intervals:
        covers.setdefault(source, set()).update(piece for piece in pieces if start <= piece[0] and piece[1] <= to)
    size = {source: sum((b - a for a, b in covered), timedelta()) for source, covered in covers.items()}
    taken = set()
    for source in sorted(covers, key=lambda name: (-size[name], name)):
        for name, start, to, value in intervals:
            if name == source:
                free = sum((b - a for a, b in covers[name] - taken if start <= a and b <= to), timedelta())
                result += value * Fraction(free // timedelta(milliseconds=1), (to - start) // timedelta(milliseconds=1))
        taken |= covers[source]
    return result


def made_up(index):
    days = midnights(*random.choice([("2026-11-23", 3, "UTC"), ("2026-10-24", 3, "Europe/London"),
                                     ("2026-03-28", 3, "America/New_York"), ("2026-03-06", 4, "America/New_York")]))
    names = random.sample(["Watch", "Phone", "Ring", "", "Ada’s Phone", "\U0001f600", "\uff21"], random.randint(1, 4))
    records = []
    for _ in range(random.randint(1, 14)):
        length = random.choice([1, 60_000, 600_000, 3_600_000, 7_200_000, 40_000_000, 90_000_000])
        grid = random.choice([1, 600_000])
        start = days[0] + timedelta(milliseconds=random.randrange(-40_000_000, 250_000_000) // grid * grid)
        end = start + timedelta(milliseconds=random.randint(1, length) if random.random() < 0.5 else length)
        record = {"value": random.choice([1, 17, 812, 5000, 0.776, 0.1]), "recordedAt": wire(end)}
        if random.random() < 0.9:
            record |= {"source": random.choice(names), "start": wire(start)}
        records.append(record)
    return f"made up {index}", days, records, [total(records, *day) for day in zip(days, days[1:])]


cases = list(named()) + [made_up(index) for index in range(300)]
for name, days, records, totals in cases[:-300]:
    if "can't be one" not in name and "offset" not in name:
        assert totals == [total(records, *day) for day in zip(days, days[1:])], (name, [float(total(records, *day)) for day in zip(days, days[1:])])
print("[")
print(",\n".join(json.dumps({
    "name": name, "midnights": [wire(day) for day in days], "records": records,
    "totals": [int(total) if total == int(total) else float(total) for total in map(Fraction, totals)],
}, ensure_ascii=False) for name, days, records, totals in cases))
print("]")
