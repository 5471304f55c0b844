import GRDB

// Held commands (rule 14): the server said that the account may not make them now. They wait in the outbox and are shown, and
// nothing else waits for them.

extension EntityTables {
    /// True for a row of the outbox that is held, and for a later one of the same entity: it mustn't overtake the held one.
    static let isHeld = """
        EXISTS (
          SELECT 1 FROM entity_outbox AS above
          WHERE above.held = 1 AND above.id = entity_outbox.id AND above.number <= entity_outbox.number)
        """

    /// Holds a command until the next sync.
    func hold(_ queued: Queued) throws {
        try execute("UPDATE entity_outbox SET held = 1 WHERE number = ? AND seq IS NULL", [queued.number])
    }

    /// Lifts all holds, so that a sync tries each command once: only the server knows what the account may do by now.
    func liftHolds() throws { try execute("UPDATE entity_outbox SET held = 0 WHERE held = 1") }

    /// The number of changes that wait until the account may make them; `waitingCount` counts them too.
    package func heldCount() throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM entity_outbox WHERE seq IS NULL AND \(Self.isHeld)") ?? 0
    }
}
