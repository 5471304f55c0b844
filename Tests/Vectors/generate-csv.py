#!/usr/bin/env python3
"""Writes csv.json: CSV files, and what they mean. The meanings are written here by hand; only the ids are computed.

Local times are two hours ahead of UTC. The output is the same on every run:
python3 Tests/Vectors/generate-csv.py > Tests/Vectors/csv.json
"""
import hashlib
import json
import uuid


def number(value):
    return str(int(value)) if value == int(value) else repr(value)


def row(kind, at, value, unit, stored=None, stored_unit=None):
    """A record of a row with a date and values: the value as in the file, and as it's stored."""
    name = "\n".join(["vitals-csv", kind, at, number(value), unit])
    digest = bytearray(hashlib.sha256(name.encode()).digest()[:16])
    digest[6] = digest[6] & 0x0F | 0x80
    digest[8] = digest[8] & 0x3F | 0x80
    units = {"kg": "KG", "lb": "KG", "km": "KM", "m": "KM", "mi": "KM", "steps": "COUNT", "%": "PERCENT", "bpm": "BPM",
             "cm": "CM", "kcal": "KCAL"}
    return {"id": str(uuid.UUID(bytes=bytes(digest))), "kind": kind, "value": value if stored is None else stored,
            "unit": units[unit], "recordedAt": at}


def case(name, text, records=None, *, problems=(), asks=None, **members):
    entry = {"name": name, "text": text, **members}
    if asks:
        entry["asks"] = asks
    else:
        entry |= {"records": records, "problems": list(problems)}
    return entry


WITHINGS = 'Date,"Weight (kg)","Fat mass (kg)","Bone mass (kg)","Muscle mass (kg)","Hydration (kg)",Comments\n'
OPENSCALE = '"biceps","bone","caliper1","calories","comment","dateTime","fat","muscle","visceralFat","water","weight"\n'
TAKEOUT = "Date,Move Minutes count,Calories (kcal),Distance (m),Step count,Average weight (kg)\n"
OWN = "id,kind,value,unit,recordedAt,label,source,start\r\n"
ID = "3f2a4711-0000-4000-8000-000000000001"

cases = [
    case("Withings", WITHINGS + '"2024-01-15 10:30:00",75.50,15.2,3.1,45.2,12.0,"after ""run"""\n"2024-01-16 07:00:05",75.10,,,,,\n', [
        row("WEIGHT", "2024-01-15T08:30:00Z", 75.5, "kg"), row("WEIGHT", "2024-01-16T05:00:05Z", 75.1, "kg"),
    ], program="Withings", decimal="point", delimiter=","),
    case("openScale writes 0 for what a scale didn't measure", OPENSCALE
         + '0.0,12.85,0.0,0.0,"","2021-04-18 11:51",20.3,40.5,0.0,53.0,77.35\n0.0,0,0.0,0.0,"a, ""b""\nc","2021-04-19 11:51",0.0,0,0.0,0,77\n', [
        row("BODY_FAT", "2021-04-18T09:51:00Z", 20.3, "%"), row("WEIGHT", "2021-04-18T09:51:00Z", 77.35, "kg"),
        row("WEIGHT", "2021-04-19T09:51:00Z", 77, "kg"),
    ], program="openScale"),
    case("Google Takeout: a day is its noon, and total calories aren't active ones",
         TAKEOUT + "2024-06-01,42,2145,3251.4,4871,\n2024-06-02,,,,,81.4\n", [
        row("DISTANCE", "2024-06-01T10:00:00Z", 3251.4, "m", 3251.4 / 1000),
        row("STEPS", "2024-06-01T10:00:00Z", 4871, "steps"), row("WEIGHT", "2024-06-02T10:00:00Z", 81.4, "kg"),
    ], program="Google Takeout"),
    case("Fitbit doesn't say its unit", "Body\nDate,Weight,BMI,Fat\n2024-01-15,70.1,22,18.5\n", asks="columns"),
    case("Fitbit, with the unit said, and several tables below each other",
         'Body\nDate,Weight,BMI,Fat\n"2024-01-15","160","22","0"\n\nActivities\nDate,Steps,Activity Calories\n'
         '"2024-01-15","10,468","1,800"\n\nSleep\nStart Time,Minutes Asleep\n"2024-01-15 11:00PM","420"\n', [
        row("WEIGHT", "2024-01-15T10:00:00Z", 160, "lb", 160 * 0.45359237),
        row("STEPS", "2024-01-15T10:00:00Z", 10468, "steps"), row("ACTIVE_ENERGY", "2024-01-15T10:00:00Z", 1800, "kcal"),
    ], columns="weight:lb=Weight", program="Fitbit"),
    case("Semicolons, decimal commas, a byte order mark, CR LF, points in a date, the time in a column of its own",
         "\ufeffDatum;Uhrzeit;GEWICHT (kg);Schritte\r\n31.01.2024;07:05;72,5;10.468\r\n01.02.2024;7:10;1.072,25;\r\n", [
        row("WEIGHT", "2024-01-31T05:05:00Z", 72.5, "kg"), row("STEPS", "2024-01-31T05:05:00Z", 10468, "steps"),
    ], problems=[3], decimal="comma", delimiter=";"),
    case("Tabs, and dates with the month first", "date\tbody weight [lbs]\n12/31/2023 7:05 PM\t150.5\n1/2/2024 12:00 am\t151\n", [
        row("WEIGHT", "2023-12-31T17:05:00Z", 150.5, "lb", 150.5 * 0.45359237),
        row("WEIGHT", "2024-01-01T22:00:00Z", 151, "lb", 151 * 0.45359237),
    ], delimiter="\t", dates="mdy"),
    case("The day first, since another line has a thirteenth", "date,weight (kg)\n01/02/2024,70\n13/02/2024,71\n", [
        row("WEIGHT", "2024-02-01T10:00:00Z", 70, "kg"), row("WEIGHT", "2024-02-13T10:00:00Z", 71, "kg"),
    ], dates="dmy"),
    case("All days are at most 12", "date,weight (kg)\n01/02/2024,70\n", asks="dates"),
    case("The same, said", "date,weight (kg)\n01/02/2024,70\n", [row("WEIGHT", "2024-01-02T10:00:00Z", 70, "kg")], dates="mdy",
         says={"dates": "mdy"}),
    case("A day and a month that are the same leave nothing open", "date,weight (kg)\n03/03/2024,70\n",
         [row("WEIGHT", "2024-03-03T10:00:00Z", 70, "kg")]),
    case("Dates with points have the day first", "date,weight (kg)\n01.02.2024,70\n", [row("WEIGHT", "2024-02-01T10:00:00Z", 70, "kg")]),
    case("A byte order mark before a quote", '\ufeff"Weight (kg)","Date"\n70,2024-02-01\n', [row("WEIGHT", "2024-02-01T10:00:00Z", 70, "kg")]),
    case("A month and a day that don't exist", "date,weight (kg)\n2024-13-01,70\n2024-02-00,70\n2023-02-29,70\n1899-01-01,70\n", [],
         problems=[2, 3, 4, 5]),
    case("A year of two digits may stand at either end", "date,weight (kg)\n24/01/31,70\n", asks="dates"),
    case("The same, said: the day first", "date,weight (kg)\n24/01/31,70\n", [row("WEIGHT", "2031-01-24T10:00:00Z", 70, "kg")],
         says={"dates": "dmy"}),
    case("The same, said: the year first", "date,weight (kg)\n24/01/31,70\n", [row("WEIGHT", "2024-01-31T10:00:00Z", 70, "kg")],
         says={"dates": "ymd"}),
    case("Two orders in one file", "date,weight (kg)\n13/02/2024,70\n02/14/2024,71\n", asks="dates"),
    case("A comma before three digits may be either", 'date,weight (kg)\n2024-01-15,"72,125"\n', asks="decimal"),
    case("The same, said", 'date,weight (kg)\n2024-01-15,"72,125"\n', [row("WEIGHT", "2024-01-15T10:00:00Z", 72.125, "kg")],
         decimal="comma", says={"decimal": "comma"}),
    case("Another line says it", 'date,weight (kg)\n2024-01-15,"72,125"\n2024-01-16,"72,5"\n', [
        row("WEIGHT", "2024-01-15T10:00:00Z", 72.125, "kg"), row("WEIGHT", "2024-01-16T10:00:00Z", 72.5, "kg"),
    ], decimal="comma"),
    case("Both signs in one file", 'date,weight (kg)\n2024-01-15,"72,5"\n2024-01-16,72.5\n', asks="decimal"),
    case("Broken rows cost themselves alone", 'date,weight (kg),height (cm)\n2024-02-30,70,\n2024-02-28,seventy,171\n2024-02-27,7000,\n'
         '"2024-02-26,70,\n2024-02-25,70,\n', [
        row("HEIGHT", "2024-02-28T10:00:00Z", 171, "cm"), row("WEIGHT", "2024-02-25T10:00:00Z", 70, "kg"),
    ], problems=[2, 3, 4, 5]),
    case("Times with an offset", "timestamp,weight (kg)\n2024-01-15T10:30:00.250Z,70\n2024-01-15 10:30:00 -05:00,71\n", [
        row("WEIGHT", "2024-01-15T10:30:00.250Z", 70, "kg"), row("WEIGHT", "2024-01-15T15:30:00Z", 71, "kg"),
    ]),
    case("Named columns, with a comma in a name, and one left out",
         'When,"Mass, morning",Steps\n2024-01-15,70,5000\n', [row("WEIGHT", "2024-01-15T10:00:00Z", 70, "kg")],
         columns="date=When,weight:kg=Mass, morning,skip=steps"),
    case("A named column that isn't there", "date,weight (kg)\n2024-01-15,70\n", asks="columns", columns="weight:kg=Gewicht"),
    case("Nothing that we know", "a,b\n1,2\n", asks="columns"),
    case("A unit that the kind doesn't have", "date,fat (kg),weight (kg)\n2024-01-15,15,70\n",
         [row("WEIGHT", "2024-01-15T10:00:00Z", 70, "kg")]),
    case("Our own export: ids, exact values, labels that look like formulas", OWN
         + ID + ",SYMPTOM,3,COUNT,2024-01-15T10:30:00.125+02:00,'=1+1,,\r\n"
         + ID[:-1] + "2,WEIGHT,72.30000000000001,KG,2024-01-15T10:30:00+02:00,,,\r\n"
         + ID[:-1] + '3,SYMPTOM,4,COUNT,2024-01-15T10:30:00+02:00,"\'\'quote\'s ""x"", 🤕",,\r\n'
         + ID[:-1] + "4,WEIGHT,160,LB,2024-01-15T10:30:00+02:00,,,\r\nno id,WEIGHT,70,KG,2024-01-15T10:30:00+02:00,,,\r\n", [
        {"id": ID, "kind": "SYMPTOM", "value": 3, "unit": "COUNT", "recordedAt": "2024-01-15T08:30:00.125Z", "label": "=1+1"},
        {"id": ID[:-1] + "2", "kind": "WEIGHT", "value": 72.30000000000001, "unit": "KG", "recordedAt": "2024-01-15T08:30:00Z"},
        {"id": ID[:-1] + "3", "kind": "SYMPTOM", "value": 4, "unit": "COUNT", "recordedAt": "2024-01-15T08:30:00Z",
         "label": "'quote's \"x\", 🤕"},
        {"id": ID[:-1] + "4", "kind": "WEIGHT", "value": 160 * 0.45359237, "unit": "KG", "recordedAt": "2024-01-15T08:30:00Z"},
    ], problems=[6], program="Vitals"),
]

print(json.dumps(cases, indent=1, ensure_ascii=False))
