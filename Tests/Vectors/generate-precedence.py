#!/usr/bin/env python3
"""Writes precedence.json: pairs of records and which of them wins.

The winner is computed here, from the rule alone and in another language, so that no build of Vitals is its own judge.
The output is the same on every run:  python3 Tests/Vectors/generate-precedence.py > Tests/Vectors/precedence.json
"""
import json
import math
import random
import uuid
from datetime import datetime, timedelta, timezone

random.seed(20260620)
PAIRS = 3000
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
FIRST, LAST = -62135596800000, 253402300799999

# Texts that a linguistic collation, UTF-16 order or canonical equivalence would put elsewhere than their bytes do.
TEXTS = ["", "A", "a", "B", "Z", "_", "a b", "a-b", "ab", "é", "e\u0301", "È", "ß", "ss", "\u03a9", "\u2126", "ﬀ", "\uff21",
         "\U0001f600", "\ue000", "日本", "ÿ", "Ā", "i", "I", "ı", "\u00a0", " ", "10", "9", "%", "'", '"', "\\", "\t"]
KINDS = ["WEIGHT", "STEPS", "HEART_RATE", "DISTANCE", "weight", "WEIGHT_", "WEIGHT2", "MOOD"] + ["K" + t for t in TEXTS]
UNITS = ["KG", "LB", "kg", "COUNT", "BPM"] + ["U" + t for t in TEXTS]
VALUES = [0.0, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, -1.7976931348623157e308, -5e-324, 1.0, -1.0,
          0.1, 0.2, 0.30000000000000004, 0.3, 72.3, 72.30000000000001, 1e21, 1e-7, 123456789.125, 9007199254740991.0,
          9007199254740992.0, 9007199254740994.0, 1 / 3, math.pi]
TIMES = [FIRST, FIRST + 1, LAST, LAST - 1, 0, -1, 1, 999, 1000, 1781940600000, 1781940600125, 4102444800000,
         72057594037927, -2208988800000, 71856115200001]
VERSIONS = [1, 2, 3, 9, 10, 2**31 - 1, 2**31, 2**32, 2**53 - 2, 2**53 - 1]


def random_extra():
    """Members beyond the base shape; absent in a third of the records."""
    choice = random.randrange(6)
    if choice < 2:
        return {}
    if choice == 2:
        return {"label": None}
    if choice == 3:
        return {"label": random.choice(TEXTS)}
    if choice == 4:
        return {"note": {"b": [1, 0.5, True, None, random.choice(TEXTS)], "a": random.choice(TEXTS)}, "deleted": False}
    return {"K" + random.choice(TEXTS): random.choice([1, -1, 0.25, 1000000, "x"]), "label": random.choice(TEXTS)}


def random_time():
    return random.choice(TIMES) if random.random() < 0.7 else random.randint(FIRST, LAST)


def random_value():
    return random.choice(VALUES) if random.random() < 0.7 else random.uniform(-1e6, 1e6)


FIELDS = {
    "version": lambda: random.choice(VERSIONS), "updatedAt": random_time, "kind": lambda: random.choice(KINDS),
    "value": random_value, "unit": lambda: random.choice(UNITS), "recordedAt": random_time, "extra": random_extra,
}


def neighbour(field, value):
    """A value as near as the field can tell apart."""
    if field == "value":
        other = math.nextafter(value, random.choice([math.inf, -math.inf]))
        return other + 0.0 if math.isfinite(other) else value
    if field in ("updatedAt", "recordedAt"):
        return min(LAST, max(FIRST, value + random.choice([-1, 1])))
    if field == "version":
        return min(2**53 - 1, max(1, value + random.choice([-1, 1])))
    return FIELDS[field]()


def canonical(value):
    """RFC 8785 for the values that random_extra makes."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(canonical(name) + ":" + canonical(value[name]) for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def extra_text(extra):
    present = {name: value for name, value in extra.items() if value is not None}
    return canonical(present) if present else ""


def key(record):
    return (record["version"], record["updatedAt"], record["kind"].encode(), record["value"], record["unit"].encode(),
            record["recordedAt"], extra_text(record["extra"]).encode())


def rfc3339(milliseconds):
    moment = EPOCH + timedelta(milliseconds=milliseconds)
    text = f"{moment.year:04}-{moment.month:02}-{moment.day:02}T{moment:%H:%M:%S}"
    return text + (f".{moment.microsecond // 1000:03}" if moment.microsecond else "") + "Z"


def wire(record, identifier):
    shape = {"id": identifier, "kind": record["kind"], "value": record["value"], "unit": record["unit"],
             "recordedAt": rfc3339(record["recordedAt"]), "updatedAt": rfc3339(record["updatedAt"]),
             "version": record["version"]}
    return {**shape, **record["extra"]}


def main():
    lines = []
    for index in range(PAIRS):
        left = {field: make() for field, make in FIELDS.items()}
        right = dict(left)
        # Equal up to a random field, so that each field of the key decides its share of the pairs.
        for field in list(FIELDS)[random.randrange(8):]:
            near = random.random() < 0.5
            right[field] = neighbour(field, left[field]) if near else FIELDS[field]()
        identifier = str(uuid.UUID(int=(0x40008000 << 64) + index))
        winner = "equal" if key(left) == key(right) else "left" if key(left) > key(right) else "right"
        pair = {"left": wire(left, identifier), "right": wire(right, identifier), "winner": winner}
        lines.append(json.dumps(pair, ensure_ascii=False, separators=(",", ":")))
    print("[\n" + ",\n".join(lines) + "\n]")


main()
