import Foundation
import TestSupport
import Vitals
import VitalsServer

/// A failure of one request.
enum Mishap: Sendable {
    case none
    /// The request never arrives.
    case lostRequest
    /// The server acts on the request, but the response never arrives.
    case lostAnswer
    /// The server gets the request twice.
    case duplicated
    /// The server fails before it does anything.
    case serverError
}

/// The connection from one device to the server: the real `SyncService`, with failures in between.
final class SimulatedNetwork: SyncAPI {
    private let service: SyncService
    private let token: Locked<UUID>
    /// Decides what happens to the next request.
    let mishap = Locked<@Sendable () -> Mishap>({ .none })
    /// Runs after the server has acted and before the device gets the response, for example to edit a record or restore
    /// the server.
    let inFlight = Locked<@Sendable () async throws -> Void>({})
    /// Matches records at which the server fails, regardless of the protocol.
    let breaksAt = Locked<@Sendable (Vitals.Measurement) -> Bool>({ _ in false })
    /// Matches records at which a 400 is returned without naming a record, as a proxy might do.
    let refusesAt = Locked<@Sendable (Vitals.Measurement) -> Bool>({ _ in false })
    let requestCount = Locked(0)
    /// The records of all pushes.
    let sentRecords = Locked<Set<Vitals.Measurement>>([])
    /// The number of responses that told the device that the server lost its history.
    let historyLostCount = Locked(0)

    init(service: SyncService, user: UUID, isOld: Bool = false) {
        self.service = service
        self.isOld = isOld
        token = Locked(user)
    }

    /// True for a phone whose build knows nothing of overwritten edits.
    private let isOld: Bool

    var user: UUID {
        get { token.withLock { $0 } }
        set { token.withLock { $0 = newValue } }
    }

    func push(_ records: [Vitals.Measurement], context: SyncContext) async throws(SyncFailure) -> SyncResponse<Pushed> {
        try await push(records, editedFrom: [:], context: context)
    }

    func push(
        _ records: [Vitals.Measurement], editedFrom origins: [UUID: RecordVersion], context: SyncContext
    ) async throws(SyncFailure) -> SyncResponse<Pushed> {
        sentRecords.withLock { $0.formUnion(records) }
        let breaks = breaksAt.withLock { $0 }
        let refuses = refusesAt.withLock { $0 }
        if records.contains(where: breaks) { throw .unavailable(status: 500, retryAfterSeconds: nil) }
        let caller = caller(context)
        let account = service.identity(of: caller.user)?.account
        if records.contains(where: refuses) { throw .refused(status: 400, detail: "no", account: account) }
        let sent = PushBody.bytes(of: records, editedFrom: isOld ? [:] : origins)
        let service = service
        return try await exchange(account) { () throws(ServiceError) in
            let answer = try await service.push(body: sent, caller: caller)
            return Self.response(
                try Self.read(answer.body) { json throws(JSONError) in try Pushed(json: json) }, answer.identity)
        }
    }

    func pull(cursor: Int64, limit: Int, context: SyncContext) async throws(SyncFailure) -> SyncResponse<Pulled> {
        let caller = caller(context)
        let (service, isOld) = (service, isOld)
        return try await exchange(service.identity(of: caller.user)?.account) { () throws(ServiceError) in
            let answer = try await service.pull(cursor: cursor, limit: limit, caller: caller)
            let body = Locked<[UInt8]>([])
            do {
                try await answer.body.write { bytes in body.withLock { $0 += bytes } }
            } catch {
                throw .internal(cause: String(reflecting: error))
            }
            var page = try Self.read(body.withLock { $0 }) { json throws(JSONError) in try Pulled(json: json) }
            if isOld { page.overwritten = [:] }
            return Self.response(page, answer.identity)
        }
    }

    private func caller(_ context: SyncContext) -> RequestIdentity {
        RequestIdentity(user: user, account: context.account, receipt: context.receipt?.description)
    }

    private static func read<Body>(
        _ bytes: [UInt8], _ read: (JSONValue) throws(JSONError) -> Body
    ) throws(ServiceError) -> Body {
        do {
            return try read(try JSONValue(parsing: bytes))
        } catch {
            throw .internal(cause: "the response can't be read: \(error)")
        }
    }

    private static func response<Body: Sendable>(_ body: Body, _ identity: SyncHeaders?) -> SyncResponse<Body> {
        SyncResponse(body, account: identity?.account, receipt: identity?.receipt, features: identity?.features)
    }

    private func exchange<Body>(
        _ account: String?, _ request: () async throws(ServiceError) -> SyncResponse<Body>
    ) async throws(SyncFailure) -> SyncResponse<Body> {
        requestCount.withLock { $0 += 1 }
        let mishap = mishap.withLock { $0 }()
        switch mishap {
        case .lostRequest: throw .offline("simulated")
        case .serverError: throw .unavailable(status: 503, retryAfterSeconds: nil)
        case .none, .lostAnswer, .duplicated: break
        }
        let answer: SyncResponse<Body>
        do throws(ServiceError) {
            if mishap == .duplicated { _ = try await request() }
            answer = try await request()
        } catch {
            let failure = SyncFailure(error, account: account)
            if case .historyLost = failure { historyLostCount.withLock { $0 += 1 } }
            throw failure
        }
        let inFlight = inFlight.withLock { $0 }
        try? await inFlight()
        if mishap == .lostAnswer { throw .timedOut }
        return answer
    }
}

extension SyncFailure {
    /// Returns the error that a device derives from the server's problem document.
    fileprivate init(_ error: ServiceError, account: String?) {
        switch (error.status, error.code) {
        case (401, _): self = .unauthorized
        case (409, "history_lost"): self = .historyLost(account: account)
        case (409, _): self = .wrongAccount(account: account)
        case (400, _), (413, _): self = .refused(status: error.status, detail: error.detail, account: account)
        default: self = .unavailable(status: error.status, retryAfterSeconds: nil)
        }
    }
}
