import Foundation
import Vitals
import VitalsServer

/// A store that knows the development user and fails at everything else.
struct FailingStore: SyncStore {
    enum Failure: Sendable {
        case busy, unusable, unforeseen, hangs
    }

    private struct Unforeseen: Error {
        let detail = "a secret"
    }

    private let failure: Failure

    init(_ failure: Failure) { self.failure = failure }

    private func fail<Value>() async throws -> Value {
        switch failure {
        case .busy: throw SyncStoreError.busy("a secret")
        case .unusable: throw SyncStoreError.unusable("a secret")
        case .unforeseen: throw Unforeseen()
        case .hangs:
            while true { try await Task.sleep(for: .seconds(3600)) }
        }
    }

    func user(token: String) async throws -> UUID? { token == DevelopmentUser.token ? DevelopmentUser.id : nil }
    func push(_ records: PushBatch, user: UUID, receipt: Receipt?) async throws -> PushOutcome {
        try await fail()
    }
    func pull(user: UUID, cursor: Int64, through: Int64?, limit: Int, receipt: Receipt?) async throws -> PullOutcome {
        try await fail()
    }
    func recordSizes(user: UUID, cursor: Int64, through: Int64?, limit: Int) async throws -> [RecordSize] {
        try await fail()
    }
    func head(user: UUID, receipt: Receipt?) async throws -> LogEntry? { try await fail() }
    func addUser(token: String) async throws -> UUID { try await fail() }
    func users() async throws -> [UserSummary] { try await fail() }
    func deleteUser(_ id: UUID, ifEmpty: Bool) async throws -> Bool { try await fail() }
    func checkReadiness() async throws { let _: Bool = try await fail() }
    func close() async throws {}
}
