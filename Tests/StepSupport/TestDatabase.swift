import Foundation

/// A test's own empty Postgres database, on the server that `VITALS_TEST_DATABASE_URL` names. It is dropped with its
/// owner, even while clients are connected.
///
/// Everything goes through `psql`, so these tests need no driver.
package final class TestDatabase: Sendable {
    package static let variable = "VITALS_TEST_DATABASE_URL"

    package static var isAvailable: Bool { serverURL != nil }

    /// The hint for `.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.hint)")`.
    package static let hint =
        "Set \(variable) to the URL of a Postgres on which this user may create databases; `vitals-course check` does."

    private static var serverURL: String? {
        ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The URL of this database, for programs.
    package let url: String
    private let name: String

    package init() throws {
        guard let server = Self.serverURL else { throw Failure(Self.hint) }
        // The caller of the tests may set the prefix of the names, to drop databases that a killed test left behind.
        let prefix = ProcessInfo.processInfo.environment["VITALS_TEST_DATABASE_PREFIX"] ?? "vitals_step_"
        name = prefix + UUID().uuidString.lowercased().replacing("-", with: "")
        url = try Self.url(server, database: name)
        let run = try Psql.run("CREATE DATABASE \(name)", at: server)
        guard run.status == 0 else { throw Failure("Couldn't create a database for this test: \(run.errors)") }
    }

    deinit {
        guard let server = Self.serverURL else { return }
        _ = try? Psql.run("DROP DATABASE IF EXISTS \(name) WITH (FORCE)", at: server)
    }

    /// Runs SQL and returns its rows.
    ///
    /// - Throws: `Failure` with the error from Postgres.
    @discardableResult
    package func query(_ sql: String) throws -> [[String]] {
        let run = try Psql.run(sql, at: url)
        guard run.status == 0 else { throw Failure(run.errors) }
        return run.lines.map { $0.components(separatedBy: Psql.separator) }
    }

    /// Tries statements one by one, and undoes each again. The result per statement is nil if Postgres accepted it,
    /// otherwise the error message.
    ///
    /// - Parameter zone: the session's time zone.
    package func attempt(_ statements: [String], zone: String = "UTC") throws -> [String?] {
        let function = """
            CREATE FUNCTION pg_temp.attempt(statement text) RETURNS text LANGUAGE plpgsql AS $$
            BEGIN
                EXECUTE statement;
                RAISE EXCEPTION USING ERRCODE = 'VT001';
            EXCEPTION
                WHEN SQLSTATE 'VT001' THEN RETURN 'taken';
                WHEN OTHERS THEN RETURN replace(SQLERRM, chr(10), ' ');
            END $$;
            """
        let calls = statements.map { "SELECT pg_temp.attempt('\($0.replacing("'", with: "''"))');" }
        let answers = try query((["SET TIME ZONE '\(zone)';", function] + calls).joined(separator: "\n"))
        guard answers.count == statements.count else { throw Failure("psql gave \(answers.count) answers.") }
        return answers.map { $0[0] == "taken" ? nil : $0[0] }
    }

    private static func url(_ server: String, database: String) throws -> String {
        guard var components = URLComponents(string: server) else {
            throw Failure("\(variable) isn't a URL. Write it like postgres://user@host:5432/name.")
        }
        components.path = "/" + database
        return components.string ?? server
    }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(_ text: String) {
            description = text.trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }
}
