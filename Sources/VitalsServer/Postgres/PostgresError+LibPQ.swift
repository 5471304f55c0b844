internal import CLibPQ

extension PostgresError {
    /// The error that a result carries.
    init(result: OpaquePointer) {
        func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
        var names: [String] = []
        if let table = text(vitals_pq_table_name(result)) { names.append("table \(table)") }
        if let column = text(vitals_pq_column_name(result)) { names.append("column \(column)") }
        let sqlState = text(vitals_pq_sqlstate(result))
        self.init(
            sqlState == nil ? .connectionLost : .server, sqlState: sqlState,
            constraint: text(vitals_pq_constraint_name(result)), detail: names.joined(separator: ", "))
    }

    /// The reason why no connection could be made, in our own text.
    ///
    /// libpq has no error code for it, only a message, and that message quotes the connection string: a password with
    /// an unescaped `@` becomes part of the host's name. So we match the message and never pass it on. A message that
    /// matches no phrase (in another language, say) counts as unreachable.
    init(connectionMessage message: String) {
        for (phrase, code, detail) in Self.connectionFailures where message.contains(phrase) {
            self.init(code, detail: detail)
            return
        }
        self.init(.unreachable, detail: "the connection failed")
    }

    private static let connectionFailures: [(phrase: String, code: Code, detail: String)] = [
        ("authentication failed", .refused, "authentication failed"),
        ("no password supplied", .refused, "a password is required"),
        ("no pg_hba.conf entry", .refused, "pg_hba.conf doesn't allow this client"),
        ("does not exist", .refused, "the database or role doesn't exist"),
        ("permission denied for database", .refused, "no permission to connect to the database"),
        ("certificate", .refused, "TLS certificate not accepted"),
        ("does not support SSL", .refused, "the server doesn't support TLS"),
        ("invalid integer value", .invalidURL, "port or another number is malformed"),
        ("invalid port number", .invalidURL, "the port is malformed"),
        ("could not translate host name", .unreachable, "the host's name can't be resolved"),
        ("No such file or directory", .unreachable, "no socket there; is the server running?"),
        ("Connection refused", .unreachable, "nothing listens there"),
        ("timeout expired", .unreachable, "no response in time"),
        ("too many", .unreachable, "the server has no connection left"),
        ("remaining connection slots", .unreachable, "the server has no connection left"),
        ("starting up", .unreachable, "the server is starting up"),
        ("shutting down", .unreachable, "the server is shutting down"),
    ]
}
