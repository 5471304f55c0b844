package import Foundation
package import Vitals
package import VitalsEntities

/// The tables of one user, within one transaction that holds the user's lock. Memory, SQLite and Postgres implement it, and
/// pass one conformance suite.
///
/// Everything is asked for in lists, so that a batch of commands costs few round trips.
package protocol EntityStorage {
    /// The identities that ids stand for, of those that were replaced.
    func aliases(of ids: [UUID]) throws -> [UUID: UUID]
    /// The rows with these ids, tombstones included. The caller asks for few at a time, because each may hold 256 KiB.
    func rows(_ ids: [UUID]) throws -> [EntityRow]
    /// The same without their fields.
    func stubs(_ ids: [UUID]) throws -> [EntityStub]
    /// The living entities of a type that have one of these folded names.
    func holders(type: String, names: [String]) throws -> [UUID]
    /// The living entities of a type whose start, in milliseconds since the epoch, is in one of these ranges.
    func starting(in ranges: [ClosedRange<Int64>], type: String) throws -> [UUID]
    /// The references of living entities to one of these ids.
    func referrers(to ids: [UUID]) throws -> [EntityReference]
    /// What was answered to requests, by request id.
    func answers(to requestIDs: [String]) throws -> [String: RecordedAnswer]
    /// Stores what a transaction has changed.
    func store(_ changes: EntityChanges) throws
}

/// An entity without its fields.
package struct EntityStub: Hashable, Sendable {
    package var id: UUID
    package var type: String
    package var version: Int64
    package var isDeleted: Bool

    package init(id: UUID, type: String, version: Int64, isDeleted: Bool) {
        self.id = id
        self.type = type
        self.version = version
        self.isDeleted = isDeleted
    }

    package init(_ row: EntityRow) {
        self.init(id: row.id, type: row.type, version: row.version, isDeleted: row.isDeleted)
    }
}

/// A reference of a living entity to another.
package struct EntityReference: Hashable, Sendable {
    package var source: EntityStub
    package var target: UUID
    /// True if the entity can't exist without the other.
    package var isRequired: Bool

    package init(source: EntityStub, target: UUID, isRequired: Bool) {
        self.source = source
        self.target = target
        self.isRequired = isRequired
    }
}

/// What a database finds an entity by. A tombstone has none of it.
package struct EntityKeys: Hashable, Sendable {
    /// The folded name, for a type whose names are unique.
    package var foldedName: String?
    /// In milliseconds since the epoch, for a type with a likeness.
    package var start: Int64?
    /// The ids that the entity refers to; true for a required reference.
    package var references: [UUID: Bool] = [:]

    package init() {}

    package init(_ row: EntityRow, of type: EntityType?) {
        guard !row.isDeleted, let type else { return }
        if type.hasUniqueName { foldedName = row.value("name").string.map(EntityName.folded) }
        start = type.likeness?.values(of: row.fields)?.start
        for field in type.fields where field.referencedType != nil {
            let texts =
                field.kind == .set ? row.elements(field.name) : [row.value(field.name).string].compactMap(\.self)
            for id in texts.compactMap({ UUID(text: $0) }) {
                references[id] = references[id] == true || field.isRequiredReference
            }
        }
    }
}

/// An answer that is given again if its request comes again.
package struct RecordedAnswer: Hashable, Sendable {
    package var payloadHash: String
    /// The result as JSON.
    package var result: String
    /// In milliseconds since the epoch.
    package var performedAt: Int64

    package init(payloadHash: String, result: String, performedAt: Int64) {
        self.payloadHash = payloadHash
        self.result = result
        self.performedAt = performedAt
    }

    /// The shortest time that answers are kept: 90 days, in milliseconds. A phone that lay in a drawer for longer may get a
    /// needless conflict.
    package static let keptMilliseconds: Int64 = 90 * 86_400_000
}

/// What a transaction has changed of a user's entities.
package struct EntityChanges: Sendable {
    package var rows: [EntityRow] = []
    /// What the database finds each of these rows by.
    package var keys: [UUID: EntityKeys] = [:]
    package var aliases: [UUID: UUID] = [:]
    package var answers: [String: RecordedAnswer] = [:]
    /// The new rows of the log, in order.
    package var log: [EntityLogRow] = []

    package init() {}

    package var isEmpty: Bool { rows.isEmpty && aliases.isEmpty && answers.isEmpty && log.isEmpty }
}

/// A row of a user's log of entities. A receipt names one.
package struct EntityLogRow: Hashable, Sendable {
    package var seq: Int64
    /// Random, so that a restored server's new rows differ from those that were lost.
    package var tag: Int64

    package init(seq: Int64, tag: Int64) {
        self.seq = seq
        self.tag = tag
    }

    /// The row as a receipt: the tag as 16 hex digits.
    package var receipt: Receipt {
        let digits = String(UInt64(bitPattern: tag), radix: 16)
        return Receipt(seq: seq, tag: String(repeating: "0", count: 16 - digits.count) + digits)!
    }

    /// The row that a receipt names; nil for a tag that no server of ours has written.
    package init?(_ receipt: Receipt) {
        guard let bits = UInt64(receipt.tag, radix: 16) else { return nil }
        self.init(seq: receipt.seq, tag: Int64(bitPattern: bits))
        guard self.receipt == receipt else { return nil }
    }
}
