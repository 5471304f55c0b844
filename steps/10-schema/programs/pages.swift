import Foundation
import StepSupport

// How Postgres reads a page of 100 out of the 18,000 records of one person: by your index, and without it.
// All of this happens in one transaction, which is rolled back.
let url = ProcessInfo.processInfo.environment["DATABASE_URL"] ?? "postgres:///vitals"
let (person, others) = ("00000000-0000-4000-8000-00000000000a", "00000000-0000-4000-8000-00000000000b")
let page = "SELECT * FROM measurements WHERE user_id = '\(person)' AND seq > 41 ORDER BY seq LIMIT 100"
let run = try Psql.run(
    """
    BEGIN;
    INSERT INTO users (id, token) VALUES ('\(person)', 'pages-a'), ('\(others)', 'pages-b');
    INSERT INTO measurements (id, user_id, kind, value, unit, recorded_at, updated_at, version, seq)
    SELECT gen_random_uuid(), (CASE WHEN n % 10 = 0 THEN '\(others)' ELSE '\(person)' END)::uuid, 'WEIGHT', 70, 'KG',
        TIMESTAMPTZ '2026-06-20T07:30:00Z', TIMESTAMPTZ '2026-06-20T07:30:00Z', 1, n
    FROM generate_series(1, 20000) AS n;
    ANALYZE measurements;
    SELECT 'with the index';
    EXPLAIN (COSTS OFF) \(page);
    SET LOCAL enable_indexscan = off;
    SET LOCAL enable_bitmapscan = off;
    SELECT 'without it';
    EXPLAIN (COSTS OFF) \(page);
    ROLLBACK;
    """, at: url)
print(run.status == 0 ? run.output : run.errors, terminator: "")
