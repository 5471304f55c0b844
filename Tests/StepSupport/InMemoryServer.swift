import Synchronization
package import Vitals

package import struct Foundation.UUID

/// A sync server in memory: the log of one account, for any number of phones, with faults on demand.
///
/// It keeps the protocol: order, cursor, pages, receipts, accounts. It doesn't call the code that the course has you
/// write; it compares records by itself.
///
///     let server = InMemoryServer()
///     server.onNext(.push, .loseAnswer)
///     server.onNext(.push, .inFlight { try phone.store.edit(id, value: 72) })
package final class InMemoryServer: SyncAPI {
    /// The kind of a phone's request.
    package enum Request: Sendable {
        case push, pull
    }

    // @show server-faults
    /// A fault that a test injects into a request.
    package enum Fault: Sendable {
        /// The request never arrives; the phone is `offline`.
        case dropRequest
        /// The server handles the request, but the phone gets no response: `timedOut`.
        case loseAnswer
        /// The server sends this failure instead of handling the request.
        case answer(SyncFailure)
        /// A push arrives twice; a page of a pull holds each of its records twice.
        case twice
        /// Something happens before the server handles the request, such as a record that another phone pushes.
        case before(@Sendable () async throws -> Void)
        /// Something happens after the server has handled the request and before the phone gets the response, such as
        /// an edit on the phone.
        case inFlight(@Sendable () async throws -> Void)
    }
    // @end

    private struct State {
        var log = InMemoryLog()
        var faults: [(request: Request, faults: [Fault])] = []
        var heard: [Request] = []
        var pageSize = Int.max
        var isReachable = true
        var refuses: @Sendable (Measurement) -> Bool = { _ in false }
        var features: String?
    }

    /// The things that the phones of this server did and sent, for the message of a test that fails.
    package let timeline = Timeline()
    private let state = Mutex(State())
    private let account: String?

    /// - Parameter account: nil for a server that only knows the base protocol: it sends accepted ids, but no account,
    ///   no receipts and no outcome of the other records.
    package init(account: String? = "account-1") { self.account = account }

    // MARK: What a test does

    /// Queues faults for the next request of this kind, behind those that wait already.
    package func onNext(_ request: Request, _ faults: Fault...) {
        state.withLock { $0.faults.append((request, faults)) }
    }

    /// Disconnects all phones from the network, or connects them again.
    package func setReachable(_ isReachable: Bool) { state.withLock { $0.isReachable = isReachable } }

    /// Removes the faults that still wait.
    package func forgiveFaults() { state.withLock { $0.faults = [] } }

    /// Limits a page to this many records, whatever limit a phone asks for.
    package func setPageSize(_ count: Int) { state.withLock { $0.pageSize = max(1, count) } }

    /// Refuses each record that matches, one by one.
    package func refuse(where refuses: @escaping @Sendable (Measurement) -> Bool) {
        state.withLock { $0.refuses = refuses }
    }

    /// Sends other features in its responses from now on, as after an update.
    package func setFeatures(_ features: String) { state.withLock { $0.features = features } }

    /// Loses its database: the log begins again at 1.
    package func forgetEverything() {
        timeline.note("loses everything", on: nil)
        state.withLock { $0.log = InMemoryLog(generation: $0.log.generation + 1) }
    }

    /// Stores records as if another phone had pushed them.
    package func receive(_ records: Measurement...) {
        timeline.note("gets " + records.drawn, on: nil)
        state.withLock { state in
            for record in records { _ = state.log.receive(record) }
        }
    }

    /// The records that the server holds.
    package var records: [UUID: Measurement] { state.withLock { $0.log.records } }

    /// The requests that phones made, in order, including lost ones.
    package var requests: [Request] { state.withLock { $0.heard } }

    // MARK: SyncAPI

    package func push(_ records: [Measurement], context: SyncContext) async throws(SyncFailure) -> SyncResponse<Pushed>
    {
        try await exchange(.push) { (state, isTwice) throws(SyncFailure) in
            if isTwice { _ = try self.push(records, context, &state) }
            return try self.push(records, context, &state)
        }
    }

    package func pull(cursor: Int64, limit: Int, context: SyncContext) async throws(SyncFailure) -> SyncResponse<Pulled>
    {
        try await exchange(.pull) { (state, isTwice) throws(SyncFailure) in
            try self.verifyIdentity(context, state.log)
            let rows = state.log.rows(after: cursor, limit: min(limit, state.pageSize))
            let nextCursor = rows.last?.seq ?? cursor
            let records = rows.flatMap { isTwice ? [$0.record, $0.record] : [$0.record] }
            return self.answer(Pulled(records: records, nextCursor: nextCursor), receiptOf: nextCursor, state)
        }
    }

    private func push(
        _ records: [Measurement], _ context: SyncContext, _ state: inout State
    ) throws(SyncFailure) -> SyncResponse<Pushed> {
        try verifyIdentity(context, state.log)
        var body = Pushed()
        var highest: Int64 = 0
        for record in InMemoryLog.greatestOfEachID(records) {
            if state.refuses(record) {
                body.rejected.append(
                    Rejection(
                        id: record.id, version: record.version, code: "refused", detail: "The test refuses this record."
                    ))
                continue
            }
            let (outcome, row) = state.log.receive(record)
            switch outcome {
            case .accepted: body.acceptedIDs.append(record.id)
            case .unchanged: body.unchangedIDs.append(record.id)
            case .stale: body.stale.append(row.record)
            }
            if outcome != .stale { highest = max(highest, row.seq) }
        }
        if account == nil { body = Pushed(acceptedIDs: body.acceptedIDs) }
        return answer(body, receiptOf: highest, state)
    }

    /// Refuses a request for another account, or with a receipt that this server doesn't know.
    private func verifyIdentity(_ context: SyncContext, _ log: InMemoryLog) throws(SyncFailure) {
        guard let account else { return }
        if let asked = context.account, asked != account { throw .wrongAccount(account: account) }
        if let receipt = context.receipt, log.receipt(of: receipt.seq) != receipt {
            throw .historyLost(account: account)
        }
    }

    private func answer<Body>(_ body: Body, receiptOf seq: Int64, _ state: State) -> SyncResponse<Body> {
        guard account != nil else { return SyncResponse(body) }
        return SyncResponse(body, account: account, receipt: state.log.receipt(of: seq), features: state.features)
    }

    // MARK: Faults

    private func exchange<Body>(
        _ request: Request, _ act: (inout State, _ isTwice: Bool) throws(SyncFailure) -> SyncResponse<Body>
    ) async throws(SyncFailure) -> SyncResponse<Body> {
        let faults = state.withLock { state -> [Fault] in
            state.heard.append(request)
            guard state.isReachable, let next = state.faults.firstIndex(where: { $0.request == request }) else {
                return []
            }
            return state.faults.remove(at: next).faults
        }
        guard state.withLock({ $0.isReachable }) else { throw .offline("The test took the network away.") }
        var isTwice = false
        for fault in faults {
            switch fault {
            case .dropRequest: throw .offline("The test dropped this request.")
            case .answer(let failure): throw failure
            case .before(let event): try await perform(event)
            case .twice: isTwice = true
            case .loseAnswer, .inFlight: break
            }
        }
        let answer = try state.withLock { state throws(SyncFailure) in try act(&state, isTwice) }
        for case .inFlight(let event) in faults { try await perform(event) }
        for case .loseAnswer in faults { throw .timedOut }
        return answer
    }

    private func perform(_ event: @Sendable () async throws -> Void) async throws(SyncFailure) {
        do {
            try await event()
        } catch {
            throw .unexpected(status: 0, detail: "An event that the test added to this request failed: \(error)")
        }
    }
}
