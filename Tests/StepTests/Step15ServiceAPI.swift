// @from 17 18 20
import Foundation
import StepSupport
import Vitals
import VitalsServer

/// The calls of the protocol, on the server's own service, without HTTP.
final class ServiceAPI: SyncAPI {
    private let service: SyncService
    private let body: @Sendable ([Vitals.Measurement], [UUID: RecordVersion]) -> [UInt8]
    private let didHandlePush: @Sendable () throws -> Void

    /// - Parameters:
    ///   - body: makes the body of a push.
    ///   - didHandlePush: runs when the server has handled a push, and before the phone has the response.
    init(
        service: SyncService,
        body: @escaping @Sendable ([Vitals.Measurement], [UUID: RecordVersion]) -> [UInt8] = { records, _ in
            PushBody.bytes(of: records)
        },
        didHandlePush: @escaping @Sendable () throws -> Void = {}
    ) {
        self.service = service
        self.body = body
        self.didHandlePush = didHandlePush
    }

    func push(_ records: [Vitals.Measurement], context: SyncContext) async throws(SyncFailure) -> SyncResponse<Pushed> {
        try await push(records, editedFrom: [:], context: context)
    }

    func push(
        _ records: [Vitals.Measurement], editedFrom origins: [UUID: RecordVersion], context: SyncContext
    ) async throws(SyncFailure) -> SyncResponse<Pushed> {
        do {
            let answer = try await service.push(body: body(records, origins), caller: caller(context))
            let pushed = try Pushed(json: try JSONValue(parsing: answer.body))
            try didHandlePush()
            return response(pushed, answer.identity)
        } catch {
            throw failure(error)
        }
    }

    func pull(cursor: Int64, limit: Int, context: SyncContext) async throws(SyncFailure) -> SyncResponse<Pulled> {
        do {
            let answer = try await service.pull(cursor: cursor, limit: limit, caller: caller(context))
            let bytes = Bytes()
            try await answer.body.write { await bytes.append($0) }
            return response(try Pulled(json: try JSONValue(parsing: await bytes.all)), answer.identity)
        } catch {
            throw failure(error)
        }
    }

    private func caller(_ context: SyncContext) -> RequestIdentity {
        RequestIdentity(
            user: DevelopmentUser.id, account: context.account, receipt: context.receipt?.description)
    }

    private func response<Body: Sendable>(_ body: Body, _ identity: SyncHeaders?) -> SyncResponse<Body> {
        SyncResponse(body, account: identity?.account, receipt: identity?.receipt, features: identity?.features)
    }

    private func failure(_ error: any Error) -> SyncFailure {
        guard let error = error as? ServiceError else { return .unexpected(status: 0, detail: "\(error)") }
        switch (error.status, error.code) {
        case (409, "history_lost"): return .historyLost(account: service.identity(of: DevelopmentUser.id)?.account)
        case (400, _), (413, _): return .refused(status: error.status, detail: error.detail, account: nil)
        default: return .unexpected(status: error.status, detail: "\(error)")
        }
    }
}

private actor Bytes {
    private(set) var all: [UInt8] = []

    func append(_ bytes: some Sequence<UInt8>) { all += bytes }
}
// @end
