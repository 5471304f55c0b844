internal import CLibPQ
internal import Foundation

extension PostgresConnection {
    /// Sends one request and waits for its complete response, up to a limit.
    ///
    /// libpq's own blocking calls wait without a limit: a server that froze would block the thread, and with it the
    /// shutdown. The server's `statement_timeout` ends a statement that is merely slow. The limit here is for a server
    /// that doesn't respond at all.
    @discardableResult
    func exchange(_ send: () -> Int32) throws(PostgresError) -> PostgresResult {
        guard !isAbandoned, send() == 1 else { throw lost() }
        let deadline =
            ContinuousClock.now + .seconds(configuration.statementTimeoutSeconds + configuration.graceSeconds)
        try flush(until: deadline)

        var last: PostgresResult?
        var failure: PostgresError?
        while let result = try nextResult(until: deadline) {
            switch PQresultStatus(result) {
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
                last = PostgresResult(owning: result)
            default:
                failure = failure ?? PostgresError(result: result)
                PQclear(result)
            }
        }
        if PQstatus(handle) != CONNECTION_OK { isAbandoned = true }
        if let failure { throw failure }
        guard let last else { throw lost() }
        return last
    }

    /// True while the idle connection is still open, as far as the client can know without asking the server.
    ///
    /// A server that restarted has closed its end: the socket has something to read, and reading it fails.
    func isAlive() -> Bool {
        while isUsable {
            var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
            guard poll(&descriptor, 1, 0) > 0 else { return true }
            guard PQconsumeInput(handle) == 1 else { isAbandoned = true; return false }
        }
        return false
    }

    private func flush(until deadline: ContinuousClock.Instant) throws(PostgresError) {
        while true {
            let state = PQflush(handle)
            if state == 0 { return }
            guard state > 0 else { throw lost() }
            let ready = try wait(for: POLLIN | POLLOUT, until: deadline)
            // The server may need to send its output before it can take more.
            if ready & Int16(POLLIN) != 0, PQconsumeInput(handle) != 1 { throw lost() }
        }
    }

    private func nextResult(until deadline: ContinuousClock.Instant) throws(PostgresError) -> OpaquePointer? {
        while PQisBusy(handle) == 1 {
            _ = try wait(for: POLLIN, until: deadline)
            // A failure leaves a result that describes it, and PQgetResult returns that result.
            if PQconsumeInput(handle) != 1 { break }
        }
        return PQgetResult(handle)
    }

    /// Waits until the socket is ready, and returns the events that it is ready for.
    private func wait(for events: some BinaryInteger, until deadline: ContinuousClock.Instant) throws(PostgresError)
        -> Int16
    {
        while true {
            let remaining = deadline - .now
            guard remaining > .zero else {
                isAbandoned = true
                throw PostgresError(.timedOut)
            }
            var descriptor = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
            guard descriptor.fd >= 0 else { throw lost() }
            let milliseconds = min(remaining / .milliseconds(1), 1000)
            if poll(&descriptor, 1, Int32(milliseconds) + 1) > 0 { return descriptor.revents }
        }
    }

    private func lost() -> PostgresError {
        isAbandoned = true
        return PostgresError(.connectionLost)
    }
}

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
