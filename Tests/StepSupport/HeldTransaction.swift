import Foundation

/// A transaction that another session keeps open on a test's database, until the test lets it commit.
///
/// It uses `psql`, which runs the statements and then waits inside the transaction for a row to appear in a table.
package final class HeldTransaction: Sendable {
    private let program: RunningProgram
    private let database: TestDatabase
    private let signal: String
    private let processNumber: String

    /// Returns once the statements have run; nothing is committed yet.
    ///
    /// - Parameter last: a statement to run just before the commit.
    package static func begin(
        _ statements: String, last: String = "SELECT 1", on database: TestDatabase
    ) async throws -> HeldTransaction {
        try await blocking { try HeldTransaction(statements, last: last, on: database) }
    }

    private init(_ statements: String, last: String, on database: TestDatabase) throws {
        self.database = database
        signal = "may_commit_" + UUID().uuidString.lowercased().replacing("-", with: "")
        program = try Psql.start(
            """
            CREATE TABLE \(signal) (yes BOOLEAN);
            BEGIN;
            \(statements);
            SELECT 'held by ' || pg_backend_pid();
            DO $$ BEGIN
                FOR turn IN 1..4000 LOOP
                    EXIT WHEN EXISTS (SELECT 1 FROM \(signal));
                    PERFORM pg_sleep(0.005);
                END LOOP;
            END $$;
            \(last);
            COMMIT;
            """, at: database.url)
        while true {
            if let match = program.outputSoFar.firstMatch(of: /held by (\d+)\n/) {
                processNumber = String(match.1)
                return
            }
            guard program.isRunning else {
                throw ProgramError("The transaction couldn't be opened: \(try program.finish().errors)")
            }
            usleep(2_000)
        }
    }

    /// The number of sessions that wait for this one, directly or through another session.
    package func waitingSessions() async throws -> Int {
        let sql = """
            WITH RECURSIVE waiting (pid) AS (
                SELECT \(processNumber)
                UNION
                SELECT session.pid
                FROM pg_stat_activity AS session JOIN waiting ON waiting.pid = ANY (pg_blocking_pids(session.pid))
                WHERE session.wait_event_type = 'Lock'
            )
            SELECT count(*) - 1 FROM waiting
            """
        let rows = try await blocking { [database] in try database.query(sql) }
        return Int(rows[0][0]) ?? -1
    }

    /// Cancels the statements that wait for this session.
    package func cancelWaitingSessions() async throws {
        let sql = """
            SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE \(processNumber) = ANY (pg_blocking_pids(pid))
            """
        _ = try await blocking { [database] in try database.query(sql) }
    }

    /// Lets the transaction commit, and returns once it has.
    package func commit() async throws {
        try await blocking { [self] in
            try database.query("INSERT INTO \(signal) VALUES (TRUE)")
            let run = try program.finish(withinSeconds: 30)
            guard run.status == 0 else { throw ProgramError("The transaction wasn't committed: \(run.errors)") }
        }
    }

    deinit { program.kill() }
}
