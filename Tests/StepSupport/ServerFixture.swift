import Synchronization

/// A fixture that the tests of a server share: a database with `db/schema.sql`, a `vitals-server` on it, and any number
/// of users, so that no two tests share one.
///
/// Code that waits for another process does so on its own thread, because a test that blocks one of the few threads of
/// Swift's tasks would delay the other tests' requests.
package final class ServerFixture: Sendable {
    package struct User: Sendable {
        /// Lower case.
        package let id: String
        package let token: String

        fileprivate init(_ number: Int) {
            let digits = String(number)
            id = "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
            token = "the-token-of-user-\(digits)-3f9c1e"
        }
    }

    /// The largest body that the server takes; small, so that a test can exceed it.
    package static let maximumBodyBytes = 20_000
    private static let userNumbers = 1001...1400

    package let database: TestDatabase
    package let server: LiveServer
    private let lastNumber = Mutex(userNumbers.lowerBound - 1)

    /// - Throws: the server's error when it didn't start: `StillToDo` where a part of it isn't written yet.
    package init() throws {
        database = try SchemaFile.server.database()
        let users = Self.userNumbers.map { User($0) }.map { "('\($0.id)', '\($0.token)')" }
        try database.query("INSERT INTO users (id, token) VALUES " + users.joined(separator: ", "))
        server = try LiveServer(
            databaseURL: database.url, environment: ["MAX_BODY_BYTES": "\(Self.maximumBodyBytes)"])
    }

    /// Returns a user who has no records.
    package func newUser() -> User {
        User(
            lastNumber.withLock {
                $0 += 1
                return $0
            })
    }

    /// A phone of this user, with its own connection.
    package func phone(of user: User) -> ServerClient { ServerClient(server, token: user.token) }

    /// Starts another server on the same database.
    package func startServer(_ environment: [String: String] = [:]) async throws -> LiveServer {
        try await blocking { [database] in try LiveServer(databaseURL: database.url, environment: environment) }
    }

    /// Runs a server that should refuse to start, until it ends. After twelve seconds it is killed, with status 137.
    package func runServer(_ environment: [String: String]) async throws -> Run {
        let environment = environment.merging(["DATABASE_URL": database.url]) { given, _ in given }
        return try await blocking {
            try RunningProgram("vitals-server", [], environment: environment).finish(withinSeconds: 12)
        }
    }

    /// Runs SQL and returns its rows.
    @discardableResult
    package func query(_ sql: String) async throws -> [[String]] {
        try await blocking { [database] in try database.query(sql) }
    }

    /// The log numbers by which this user's records are pulled, by record id.
    package func numbers(of user: User) async throws -> [String: Int64] {
        let rows = try await query("SELECT id, seq FROM measurements WHERE user_id = '\(user.id)'")
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], Int64($0[1]) ?? -1) })
    }

    /// The number of log rows of this user.
    package func logCount(of user: User) async throws -> Int {
        Int(try await query("SELECT count(*) FROM sync_log WHERE user_id = '\(user.id)'")[0][0]) ?? -1
    }
}
