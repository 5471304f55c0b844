package import Vitals

package import struct Foundation.UUID

/// The records of one push, and the versions that they were edited from, as far as the device named them.
package struct PushBatch: Sendable {
    /// Valid, with distinct ids.
    package let records: [Vitals.Measurement]
    package let origins: [UUID: RecordVersion]

    package init(_ records: [Vitals.Measurement], editedFrom origins: [UUID: RecordVersion] = [:]) {
        self.records = records
        self.origins = origins
    }
}

/// Work that a feature does inside a push's transaction, before and after the records are written.
package struct PushHook<Transaction>: Sendable {
    /// Runs after the write, in the same transaction. If it throws, the push is rolled back.
    package typealias AfterWrite = (inout PushOutcome) throws -> Void

    /// The table that the work needs. A store without it has no hook.
    package let table: String
    /// True if the table's rows are a user's own, as records are: a user who has some isn't empty.
    package var holdsRecords = false
    /// Runs under the user's lock, and returns what runs after the write.
    package var beforeWrite: @Sendable (PushBatch, UUID, Transaction) throws -> AfterWrite

    package init(
        table: String, beforeWrite: @escaping @Sendable (PushBatch, UUID, Transaction) throws -> AfterWrite
    ) {
        self.table = table
        self.beforeWrite = beforeWrite
    }

    /// No work, only the table: a store knows by it whether its database has the table.
    package static func records(in table: String) -> PushHook {
        var hook = PushHook(table: table) { _, _, _ in { _ in } }
        hook.holdsRecords = true
        return hook
    }
}

extension Array {
    /// Runs each hook under the user's lock, and returns what runs after the write, in the order of the list.
    func beforeWrite<Transaction>(
        _ batch: PushBatch, _ user: UUID, _ transaction: Transaction
    ) throws -> PushHook<Transaction>.AfterWrite where Element == PushHook<Transaction> {
        let afterWrites = try map { try $0.beforeWrite(batch, user, transaction) }
        return { outcome in for afterWrite in afterWrites { try afterWrite(&outcome) } }
    }
}
