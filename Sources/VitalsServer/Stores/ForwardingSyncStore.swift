package import Vitals

package import struct Foundation.UUID

/// A store that changes some calls of another one. What it doesn't change goes to the base store.
package protocol ForwardingSyncStore: SyncStore {
    var base: any SyncStore { get }
}

extension ForwardingSyncStore {
    package func ability<Ability>(_ type: Ability.Type) -> Ability? { base.ability(type) }

    package func user(token: String) async throws -> UUID? { try await base.user(token: token) }

    package func push(_ records: PushBatch, user: UUID, receipt: Receipt?) async throws -> PushOutcome {
        try await base.push(records, user: user, receipt: receipt)
    }

    package func pull(
        user: UUID, cursor: Int64, through: Int64?, limit: Int, receipt: Receipt?
    ) async throws -> PullOutcome {
        try await base.pull(user: user, cursor: cursor, through: through, limit: limit, receipt: receipt)
    }

    package func recordSizes(user: UUID, cursor: Int64, through: Int64?, limit: Int) async throws -> [RecordSize] {
        try await base.recordSizes(user: user, cursor: cursor, through: through, limit: limit)
    }

    package func head(user: UUID, receipt: Receipt?) async throws -> LogEntry? {
        try await base.head(user: user, receipt: receipt)
    }

    package func addUser(token: String) async throws -> UUID { try await base.addUser(token: token) }

    package func users() async throws -> [UserSummary] { try await base.users() }

    package func deleteUser(_ id: UUID, ifEmpty: Bool) async throws -> Bool {
        try await base.deleteUser(id, ifEmpty: ifEmpty)
    }

    package func checkReadiness() async throws { try await base.checkReadiness() }

    package func close() async throws { try await base.close() }
}
