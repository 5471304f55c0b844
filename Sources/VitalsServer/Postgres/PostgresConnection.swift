internal import CLibPQ

/// One session with PostgreSQL. It blocks the thread that calls it, and only one thread may use it at a time.
///
/// 1. Never used from Swift's cooperative pool: `PostgresPool` leases it to a thread of its own.
/// 2. A statement (its text and types) is prepared once per connection; after that it is only bound. The texts come
///    from source code, so there are few of them.
/// 3. After a failure of the connection itself, `isUsable` stays false.
package final class PostgresConnection {
    let handle: OpaquePointer
    let configuration: PostgresConfiguration
    private var statementNames: [Statement: String] = [:]
    var isAbandoned = false

    /// Identifies a prepared statement. `SELECT $1` with a text is a different statement from `SELECT $1` with a
    /// number.
    private struct Statement: Hashable {
        let sql: String
        let oids: [UInt32]
    }

    /// Connects, and applies the settings that each session needs.
    package init(_ configuration: PostgresConfiguration) throws(PostgresError) {
        self.configuration = configuration
        try Self.checkURL(configuration.url)
        handle = Self.connect(configuration)
        vitals_pq_silence(handle)
        guard PQstatus(handle) == CONNECTION_OK else {
            throw PostgresError(connectionMessage: String(cString: PQerrorMessage(handle)))
        }
        PQsetnonblocking(handle, 1)
        try configureSession()
    }

    deinit { PQfinish(handle) }

    /// True while the connection works and isn't in a transaction.
    package var isUsable: Bool {
        !isAbandoned && PQstatus(handle) == CONNECTION_OK && PQtransactionStatus(handle) == PQTRANS_IDLE
    }

    /// Runs a statement with bound values, in binary both ways.
    @discardableResult
    package func query(_ query: PostgresQuery) throws(PostgresError) -> PostgresResult {
        let name = try prepare(query)
        var bytes: [UInt8] = []
        var offsets: [Int?] = []
        for parameter in query.parameters {
            offsets.append(parameter.bytes.map { _ in bytes.count })
            if let value = parameter.bytes { bytes.append(contentsOf: value) }
        }
        bytes.append(0)  // an empty value still needs an address: without it the value would be NULL
        let lengths = query.parameters.map { Int32($0.bytes?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: lengths.count)
        return try exchange {
            bytes.withUnsafeBytes { buffer in
                let start = buffer.baseAddress!.assumingMemoryBound(to: CChar.self)
                let values = offsets.map { offset in offset.map { start + $0 } }
                return PQsendQueryPrepared(handle, name, Int32(lengths.count), values, lengths, formats, 1)
            }
        }
    }

    /// Runs a text unchanged; it may hold several statements. Only for text from this source code and its schema.
    @discardableResult
    package func execute(unsafe sql: String) throws(PostgresError) -> PostgresResult {
        try exchange { PQsendQuery(handle, sql) }
    }

    private func prepare(_ query: PostgresQuery) throws(PostgresError) -> String {
        let statement = Statement(sql: query.sql, oids: query.parameters.map { $0.oid })
        if let name = statementNames[statement] { return name }
        let name = "vitals_\(statementNames.count + 1)"
        try exchange { PQsendPrepare(handle, name, statement.sql, Int32(statement.oids.count), statement.oids) }
        statementNames[statement] = name
        return name
    }

    private func configureSession() throws(PostgresError) {
        func milliseconds(_ seconds: Int) -> String { String(seconds * 1000) }
        try query(
            """
            SELECT set_config('statement_timeout', \(milliseconds(configuration.statementTimeoutSeconds)), false),
                   set_config('lock_timeout', \(milliseconds(configuration.lockTimeoutSeconds)), false),
                   set_config('idle_in_transaction_session_timeout',
                              \(milliseconds(configuration.idleInTransactionTimeoutSeconds)), false),
                   set_config('synchronous_commit', 'on', false)
            """)
    }
}
