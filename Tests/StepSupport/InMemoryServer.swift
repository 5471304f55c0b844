import Synchronization
package import Vitals

package import struct Foundation.UUID

/// A sync server in memory: one person's log, whatever phones that person has, and faults on demand.
///
/// It keeps the protocol: order, cursor, pages, receipts, accounts. It does not call the code that the course has you
/// write, but compares records by itself.
///
///     let server = InMemoryServer()
///     server.onNext(.push, .loseAnswer)
///     server.onNext(.push, .inFlight { try phone.store.edit(id, value: 72) })
package final class InMemoryServer: SyncAPI {
    /// What a phone asks for.
    package enum Request: Sendable {
        case push, pull
    }

    // @show server-faults
    /// What befalls a request.
    package enum Fault: Sendable {
        /// It never arrives; the phone is `offline`.
        case dropRequest
        /// The server acts on it, and the phone never hears: `timedOut`.
        case loseAnswer
        /// The server answers so instead of acting.
        case answer(SyncFailure)
        /// A push arrives twice; a page of a pull holds each of its records twice.
        case twice
        /// Something happens before the server acts, such as a record that another phone pushes.
        case before(@Sendable () async throws -> Void)
        /// Something happens after the server has acted and before the phone hears, such as an edit on the phone.
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

    private let state = Mutex(State())
    private let account: String?

    /// - Parameter account: nil for a server that knows only the bare contract: it sends accepted ids, and neither
    ///   account nor receipts nor what became of the other records.
    package init(account: String? = "account-1") { self.account = account }

    // MARK: What a test does

    /// Lays faults in wait for the next request of this kind, behind those that wait already.
    package func onNext(_ request: Request, _ faults: Fault...) {
        state.withLock { $0.faults.append((request, faults)) }
    }

    /// Takes the network away from all phones, or gives it back.
    package func setReachable(_ isReachable: Bool) { state.withLock { $0.isReachable = isReachable } }

    /// Takes back the faults that still lie in wait.
    package func forgiveFaults() { state.withLock { $0.faults = [] } }

    /// Gives at most so many records a page, whatever a phone asks for.
    package func setPageSize(_ count: Int) { state.withLock { $0.pageSize = max(1, count) } }

    /// Refuses such records, each on its own.
    package func refuse(where refuses: @escaping @Sendable (Measurement) -> Bool) {
        state.withLock { $0.refuses = refuses }
    }

    /// Names other features in its answers from now on, as after an update.
    package func setFeatures(_ features: String) { state.withLock { $0.features = features } }

    /// Loses its database: the log begins again at 1.
    package func forgetEverything() { state.withLock { $0.log = InMemoryLog(generation: $0.log.generation + 1) } }

    /// Takes in records as if another phone had pushed them.
    package func receive(_ records: Measurement...) {
        state.withLock { state in
            for record in records { _ = state.log.receive(record) }
        }
    }

    /// What it holds.
    package var records: [UUID: Measurement] { state.withLock { $0.log.records } }

    /// The requests that phones made, lost ones too, in order.
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

    /// Refuses who speaks for another account, and who remembers what this server does not.
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
            throw .unexpected(status: 0, detail: "What the test wanted to happen meanwhile failed: \(error)")
        }
    }
}
