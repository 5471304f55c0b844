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

    /// The first phrase that the message has counts, so a longer one stands before its part.
    private static let connectionFailures: [(phrase: String, code: Code, detail: String)] = [
        ("authentication failed", .refused, "user or password is wrong"),
        ("no password supplied", .refused, "it wants a password, and DATABASE_URL has none"),
        ("no encryption", .refused, "it wants TLS from this client: try sslmode=require in DATABASE_URL"),
        ("no pg_hba.conf entry", .refused, "its pg_hba.conf doesn't allow this client, user and database"),
        ("root certificate file", .refused, "there is no root certificate to check its TLS by: sslrootcert names one"),
        ("not permitted to log in", .refused, "this user may not log in; give the role LOGIN"),
        ("FATAL:  role", .refused, "it has no such user"),
        ("FATAL:  database", .refused, "there is no such database; create it, or check the name in DATABASE_URL"),
        ("does not exist", .refused, "the database or the user doesn't exist"),
        ("permission denied for database", .refused, "this user may not connect to the database"),
        (
            "does not support SSL", .refused,
            "sslmode asks for TLS, and the server has none. Switch it on there, or take sslmode=disable on a network you trust"
        ),
        ("invalid sslmode value", .invalidURL, "sslmode has a value that there isn't"),
        ("certificate", .refused, "a TLS certificate isn't accepted"),
        ("invalid integer value", .invalidURL, "the port or another number in it is malformed"),
        ("invalid port number", .invalidURL, "the port is malformed"),
        ("could not translate host name", .unreachable, "the host's name can't be resolved"),
        ("No such file or directory", .unreachable, "there is no socket in that folder"),
        ("Connection refused", .unreachable, "nothing listens there"),
        ("timeout expired", .unreachable, "there was no response in time"),
        ("too many", .unreachable, "the server has no connection left"),
        ("remaining connection slots", .unreachable, "the server has no connection left"),
        ("starting up", .unreachable, "the server is starting up"),
        ("shutting down", .unreachable, "the server is shutting down"),
    ]
}
