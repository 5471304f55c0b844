/// An error between this program and PostgreSQL.
///
/// `description` may be shown to anyone. `debugDescription` is for the log: it names codes, tables and constraints.
/// Neither holds SQL, values, tokens or the connection string. PostgreSQL's own messages may hold all of these, so they
/// are dropped.
package struct PostgresError: Error, Hashable, Sendable {
    package enum Code: Hashable, Sendable {
        /// The connection string can't be parsed.
        case invalidURL
        /// No connection could be made; another try may succeed.
        case unreachable
        /// The server is reachable, but refuses this user, password, database or TLS setting.
        case refused
        /// An established connection broke. A COMMIT under way may or may not have happened.
        case connectionLost
        /// The server didn't respond in time. The connection is abandoned.
        case timedOut
        /// The server responded with an error, `sqlState`.
        case server
        /// A returned value isn't of the requested type.
        case unexpectedResult
        case poolClosed
        case poolExhausted
    }

    package let code: Code
    /// Five characters, defined by the SQL standard and PostgreSQL's appendix A; nil where the server sent none.
    package let sqlState: String?
    /// The constraint that was violated.
    package let constraint: String?
    /// The cause, in our own words; for an error of the server, the table and column.
    private let detail: String

    package init(_ code: Code, sqlState: String? = nil, constraint: String? = nil, detail: String = "") {
        self.code = code
        self.sqlState = sqlState
        self.constraint = constraint
        self.detail = detail
    }
}

extension PostgresError: CustomStringConvertible, CustomDebugStringConvertible {
    package var description: String {
        switch code {
        case .invalidURL: "The connection string of the database can't be used: \(cause("it isn't one"))."
        case .unreachable:
            "The database can't be reached: \(cause("the connection failed")). Check that it runs and where DATABASE_URL points."
        case .refused:
            "The database refuses the connection: \(cause("check user, password and database in DATABASE_URL"))."
        case .connectionLost: "The connection to the database broke; try again."
        case .timedOut: "The database didn't respond in time; try again."
        case .server: "The database reported an error."
        case .unexpectedResult: "The database returned something unexpected."
        case .poolClosed: "The server is shutting down; try again."
        case .poolExhausted: "All connections to the database are in use; try again."
        }
    }

    private func cause(_ unknown: String) -> String { detail.isEmpty ? unknown : detail }

    package var debugDescription: String {
        var parts = ["PostgresError.\(code)"]
        if let sqlState { parts.append("SQLSTATE \(sqlState)") }
        if let constraint { parts.append("constraint \(constraint)") }
        if !detail.isEmpty { parts.append(detail) }
        return parts.joined(separator: ", ")
    }
}
