import Foundation
import StepSupport

// What does the database that DATABASE_URL names say to these rows? Each is tried, and rolled back.
let url = ProcessInfo.processInfo.environment["DATABASE_URL"] ?? "postgres:///vitals"
let user = "00000000-0000-0000-0000-000000000001"
let rows = [
    ("an ordinary weight", "72.3, '2026-06-20T07:30:00.125Z', 1"),
    ("less than nothing", "-1.5, '2026-06-20T07:30:00.125Z', 1"),
    ("not a number", "'NaN', '2026-06-20T07:30:00.125Z', 1"),
    ("without end", "'Infinity', '2026-06-20T07:30:00.125Z', 1"),
    ("a clock of microseconds", "72.3, '2026-06-20T07:30:00.125480Z', 1"),
    ("the year 10000 in Tokyo", "72.3, '10000-01-01 08:59:59+09', 1"),
    ("the year 10000 in UTC", "72.3, '10000-01-01 00:00:00+00', 1"),
    ("version 0", "72.3, '2026-06-20T07:30:00.125Z', 0"),
]

for (name, values) in rows {
    let run = try Psql.run(
        """
        BEGIN;
        INSERT INTO measurements (id, user_id, kind, unit, updated_at, seq, value, recorded_at, version)
        VALUES (gen_random_uuid(), '\(user)', 'WEIGHT', 'KG', '2026-06-20T07:30:00Z', 1000000000, \(values));
        ROLLBACK;
        """, at: url)
    // Postgres names the constraint at the end of its message, in quotes.
    let constraint = run.errorLines.first?.split(separator: "\"").last
    let verdict = run.status == 0 ? "taken" : "refused by \(constraint ?? "something else")"
    print(name.padding(toLength: 24, withPad: " ", startingAt: 0), verdict)
}
