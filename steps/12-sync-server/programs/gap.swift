import Foundation
import StepSupport

// Two pushes of one user, as two sessions of psql, and a phone that pulls between their commits.
let url = ProcessInfo.processInfo.environment["DATABASE_URL"] ?? "postgres:///vitals"
let user = UUID().uuidString
let write = "INSERT INTO sync_log (user_id, record_id, version) VALUES ('\(user)', gen_random_uuid(), 1)"
let mine = "FROM sync_log WHERE user_id = '\(user)'"

func number(_ sql: String, at url: String) throws -> Int {
    let run = try Psql.run(sql, at: url)
    guard run.status == 0 else { throw TestDatabase.Failure(run.errors) }
    return Int(run.lines.first ?? "") ?? 0
}

let trial = try Psql.run("SELECT 1 FROM sync_log LIMIT 1", at: url)
guard trial.status == 0 else {
    print("gap needs a Postgres with the schema at DATABASE_URL. \(trial.errors.split(separator: "\n").first ?? "")")
    exit(1)
}

let slow = try Psql.start("BEGIN; \(write) RETURNING 'drawn'; SELECT pg_sleep(1); COMMIT;", at: url)
while slow.isRunning, !slow.outputSoFar.contains("drawn") { usleep(10_000) }
print("the slow push has drawn its number, and is not committed")
_ = try Psql.run(write, at: url)
print("the quick push has drawn the next number, and is committed")

let seen = try number("SELECT count(*) \(mine)", at: url)
let cursor = try number("SELECT max(seq) \(mine)", at: url)
print("a phone pulls: \(seen) row, and stores its number as the cursor")
_ = try slow.finish()
print("the slow push is committed")
let more = try number("SELECT count(*) \(mine) AND seq > \(cursor)", at: url)
print("the phone pulls what comes after its cursor: \(more) rows")
let all = try number("SELECT count(*) \(mine)", at: url)
print("the log has \(all) rows, the phone has \(seen + more)")
_ = try Psql.run("DELETE \(mine)", at: url)
