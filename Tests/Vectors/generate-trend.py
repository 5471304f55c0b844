#!/usr/bin/env python3
"""Writes trend.json: weights by day, their trend, its rate, and the day of a goal.

The named cases are worked out by hand where they say so. All are computed here in exact fractions and in another way than in the
phones: the trend walks over every day, and a day without a weight leaves it as it is but counts for the next one.
The output is the same on every run:  python3 Tests/Vectors/generate-trend.py > Tests/Vectors/trend.json
"""
import json
import math
import random
from fractions import Fraction

random.seed(20261129)
SMOOTHING = Fraction(1, 10)
RATE_DAYS, LEAST_SPAN, FARTHEST = 28, 7, 3650
REACHED = Fraction(5, 100)


def trend(readings, today):
    """The trend on each day with a weight. A weight after a pause has the share that it would have had, had it been read daily."""
    by_day = {}
    for day, value in readings:
        if day <= today:
            by_day.setdefault(day, []).append(Fraction(value))
    points, level, pause = [], None, 0
    for day in range(min(by_day, default=0), max(by_day, default=-1) + 1):
        pause += 1
        if day not in by_day:
            continue
        mean = sum(by_day[day]) / len(by_day[day])
        if level is None:
            level = mean
        else:
            for _ in range(pause):
                level += SMOOTHING * (mean - level)
        points.append((day, level))
        pause = 0
    return points


def per_day(points, today):
    """The slope of the line of least squares through the trend of the last four weeks."""
    if not points or today - points[-1][0] > RATE_DAYS:
        return None
    recent = [(Fraction(day), value) for day, value in points if day > points[-1][0] - RATE_DAYS]
    if recent[-1][0] - recent[0][0] < LEAST_SPAN:
        return None
    count = len(recent)
    sum_x, sum_y = sum(x for x, _ in recent), sum(y for _, y in recent)
    sum_xy, sum_xx = sum(x * y for x, y in recent), sum(x * x for x, _ in recent)
    return (count * sum_xy - sum_x * sum_y) / (count * sum_xx - sum_x * sum_x)


def outlook(points, rate, today, goal, start):
    if not points:
        return "unknown", None
    last, level = points[-1]
    left = Fraction(goal) - level
    whole = Fraction(goal) - Fraction(start) if start is not None else 0
    if abs(left) < REACHED or left * whole < 0:
        return "reached", None
    if rate is None:
        return "unknown", None
    if left * rate <= 0:
        return "never", None
    days = left / rate
    # What depends on the last digit of a sum says nothing about a phone.
    if abs(days - round(days)) < Fraction(1, 10**6) or abs(abs(left) - REACHED) < Fraction(1, 10**6):
        return None, None
    if days > FARTHEST:
        return "never", None
    return "reachedOn", max(last + math.ceil(days), today)


def case(name, readings, today, goal=None, start=None):
    points = trend(readings, today)
    rate = per_day(points, today)
    made = {
        "name": name, "readings": readings, "today": today,
        "points": [[day, round(float(value), 9)] for day, value in points],
        "perWeek": None if rate is None else round(float(rate * 7), 9),
    }
    if goal is not None:
        state, day = outlook(points, rate, today, goal, start)
        if state is None:
            return None
        made["goal"] = {"value": goal, "start": start, "outlook": state, "day": day}
    return made


cases = [
    case("no weight", [], 20000, 70),
    case("one weight is the trend, and has no rate", [[20000, 80]], 20000, 70, 80),
    # By hand: 80 + 0.1 * (81 - 80) = 80.1.
    case("the next day has a tenth", [[20000, 80], [20001, 81]], 20001),
    # By hand: 1 - 0.9 ** 3 = 0.271.
    case("after three days a weight has three tenths, less what they share", [[20000, 80], [20003, 81]], 20003),
    case("weights of a day count as their mean", [[20000, 80], [20001, 80], [20001, 84]], 20001),
    case("readings come in any order", [[20002, 79], [20000, 80], [20001, 81]], 20002),
    case("what was measured after today doesn't count", [[20000, 80], [20001, 81], [20009, 5]], 20001, 70, 80),
    case("six days are too few for a rate", [[20000 + day, 80 - day] for day in range(7)], 20006, 70, 80),
    case("seven are enough", [[20000 + day, 80 - day] for day in range(8)], 20007, 70, 80),
    case("two weights a week apart are enough", [[20000, 80], [20007, 79]], 20007, 70, 80),
    case("equal weights have a rate of zero", [[20000 + day, 80] for day in range(10)], 20009, 70, 80),
    case("a rate away from the goal", [[20000 + day, 80 + day / 4] for day in range(20)], 20019, 70, 80),
    case("a goal above", [[20000 + day, 60 + day / 8] for day in range(20)], 20019, 65, 60),
    case("a goal that was passed", [[20000 + day, 80 - day / 2] for day in range(30)], 20029, 79, 80),
    case("the same without a start is one to go back to", [[20000 + day, 80 - day / 2] for day in range(30)], 20029, 79),
    case("within half a tenth it's reached", [[20000 + day, 70.03] for day in range(20)], 20019, 70, 80),
    case("the latest weight is four weeks old", [[20000 + day, 80 - day / 8] for day in range(20)], 20047, 70, 80),
    case("and older, so that the rate says nothing any more", [[20000 + day, 80 - day / 8] for day in range(20)], 20048, 70, 80),
    case("a day that would be in the past is today", [[20000 + day, 80 - day / 8] for day in range(20)], 20045, 78.4, 80),
    case("more than ten years are as good as never", [[20000 + day, 80 - day / 20000] for day in range(30)], 20029, 70, 80),
    case("only the last four weeks make the rate", [[20000 + day, 90 - day / 4 if day < 60 else 75 + (day - 60) / 8] for day in range(120)], 20119, 90, 80),
]
while len(cases) < 200:
    day, level, readings = 20000 + random.randrange(1000), random.uniform(50, 120), []
    drift, last = random.uniform(-0.15, 0.15), day
    for _ in range(random.randrange(1, 60)):
        readings.append([day, round(level + random.gauss(0, 0.7), 2)])
        last = day
        pause = random.choice([0, 1, 1, 1, 1, 2, 3, random.randrange(1, 40)])
        day += pause
        level += drift * pause
    random.shuffle(readings)
    start = random.choice([None, round(level + random.uniform(-9, 9), 1)])
    made = case(f"random {len(cases)}", readings, last + random.choice([0, 0, 1, 5, 30]), round(level + random.uniform(-12, 12), 1), start)
    if made:
        cases.append(made)

print("[")
print(",\n".join(json.dumps(each) for each in cases))
print("]")
