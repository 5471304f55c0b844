import CLibPQ
import Foundation

/// A PostgreSQL server for the tests, given by a superuser's URL in `VITALS_TEST_DATABASE_URL`. Each test gets its own
/// database, so that tests can run in parallel and leave nothing behind.
enum PostgresTestDatabase {
    static let variable = "VITALS_TEST_DATABASE_URL"

    static var url: String? { ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 } }

    static var isAvailable: Bool { url != nil }

    /// A hint for `.enabled(if: PostgresTestDatabase.isAvailable, "\(PostgresTestDatabase.hint)")`.
    static let hint =
        "Set VITALS_TEST_DATABASE_URL to the URL of a PostgreSQL superuser to run the tests on PostgreSQL."

    /// Returns the text of `db/schema.sql`.
    static func schema() throws -> String { try String(contentsOf: schemaFile, encoding: .utf8) }

    static var schemaFile: URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../db/schema.sql").standardized
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs SQL in a separate session.
    ///
    /// - Returns: the first column of the last statement's rows.
    @discardableResult
    static func execute(_ sql: String, at url: String) throws -> [String?] {
        let connection = PQconnectdb(url)
        defer { PQfinish(connection) }
        guard PQstatus(connection) == CONNECTION_OK else {
            throw Failure(description: "No connection for the tests: check \(variable).")
        }
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK else {
            throw Failure(description: String(cString: PQresultErrorMessage(result)))
        }
        return (0..<PQntuples(result)).map { row in
            PQgetisnull(result, row, 0) == 1 ? nil : String(cString: PQgetvalue(result, row, 0))
        }
    }

    /// Returns `url` with another database: everything that libpq read from it, written as a URI again.
    static func url(_ url: String, database: String) throws -> String {
        guard let options = PQconninfoParse(url, nil) else {
            throw Failure(description: "\(variable) cannot be read as a connection string.")
        }
        defer { PQconninfoFree(options) }
        var query: [String] = []
        var option = options
        while let keyword = option.pointee.keyword {
            let name = String(cString: keyword)
            if let value = option.pointee.val, name != "dbname" {
                let text = String(cString: value).addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
                query.append("\(name)=\(text)")
            }
            option += 1
        }
        return "postgresql:///\(database)?" + query.joined(separator: "&")
    }
}

/// Creates an empty database, runs `body` with its URL, and drops it again, even if clients are still connected.
func withPostgresDatabase(_ body: (String) async throws -> Void) async throws {
    guard let superuser = PostgresTestDatabase.url else {
        throw PostgresTestDatabase.Failure(description: PostgresTestDatabase.hint)
    }
    let name = "vitals_test_" + UUID().uuidString.lowercased().filter { $0 != "-" }
    try PostgresTestDatabase.execute("CREATE DATABASE \(name)", at: superuser)
    defer { _ = try? PostgresTestDatabase.execute("DROP DATABASE \(name) WITH (FORCE)", at: superuser) }
    try await body(try PostgresTestDatabase.url(superuser, database: name))
}
