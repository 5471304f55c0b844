extension PostgresConnection {
    /// Runs `body` between BEGIN and COMMIT, and rolls back when it throws.
    ///
    /// READ COMMITTED, whatever the database's default is: a statement that waited for a row must see what the
    /// statement before it wrote.
    package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try execute(unsafe: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
        let value: Result
        do {
            value = try body()
        } catch {
            _ = try? execute(unsafe: "ROLLBACK")  // if this fails too, the pool drops the connection
            throw error
        }
        // COMMIT of a failed transaction reports success, but it did a ROLLBACK.
        guard try execute(unsafe: "COMMIT").commandTag == "COMMIT" else {
            throw PostgresError(.unexpectedResult, detail: "the transaction had failed and was rolled back")
        }
        return value
    }
}
