import Foundation
import Vitals
import VitalsEntities

/// What one transaction reads and writes of a user's entities. Rows are read once, and written together at the end.
final class EntityWorkspace {
    let types: EntityTypes
    private let storage: any EntityStorage
    private let makeTag: () -> Int64
    private(set) var changes = EntityChanges()
    /// The head of the log, with what the transaction has added.
    private(set) var headSeq: Int64

    private var aliases: [UUID: UUID] = [:]
    private var askedAliases: Set<UUID> = []
    private var rows: [UUID: EntityRow] = [:]
    private var askedRows: Set<UUID> = []
    private var stubs: [UUID: EntityStub] = [:]
    private var askedStubs: Set<UUID> = []
    private var readBytes = 0
    private var changedIDs: Set<UUID> = []
    /// The entities that have or had a folded name: those that the database named, and those that this transaction wrote.
    private var holders: [Name: Set<UUID>] = [:]
    private var askedNames: Set<Name> = []
    /// The same by the start, in steps of the tolerance.
    private var starts: [Start: Set<UUID>] = [:]
    private var askedStarts: Set<Start> = []
    /// The same by what they refer to.
    private var referrers: [UUID: Set<UUID>] = [:]
    private var askedReferrers: Set<UUID> = []
    /// The references that the database named, of entities whose rows nobody has read.
    private var references: [UUID: [EntityReference]] = [:]
    private let referencedTypes: Set<String>

    private struct Name: Hashable {
        let type: String
        let folded: String
    }

    private struct Start: Hashable {
        let type: String
        let step: Int64
    }

    /// The most rows to read in one piece.
    private static let pieceCount = 128
    /// The most that a transaction may read, in bytes of JSON. A row may hold 256 KiB, and in memory it takes several times its
    /// text.
    static let readSizeBytes = 48 << 20

    init(_ storage: any EntityStorage, types: EntityTypes, headSeq: Int64, makeTag: @escaping () -> Int64) {
        self.storage = storage
        self.types = types
        self.headSeq = headSeq
        self.makeTag = makeTag
        referencedTypes = Set(types.all.flatMap { $0.fields.compactMap(\.referencedType) })
    }

    // MARK: Reading

    /// Reads what will be asked for, in a few queries: what the ids stand for, rows, and what is known of referenced entities.
    func prefetch(rows ids: [UUID], references: [UUID] = []) throws {
        try askAliases(ids + references)
        try askRows(ids.flatMap { [$0, aliases[$0] ?? $0] })
        try askStubs(references.map { aliases[$0] ?? $0 })
    }

    private func askAliases(_ ids: [UUID]) throws {
        var next = ids.filter { !askedAliases.contains($0) }
        while !next.isEmpty {
            askedAliases.formUnion(next)
            let found = try storage.aliases(of: Array(Set(next)))
            aliases.merge(found) { mine, _ in mine }
            next = found.values.filter { !askedAliases.contains($0) }
        }
    }

    private func askRows(_ ids: some Sequence<UUID>) throws {
        // Subtracting a set would walk through all that was ever asked for.
        let missing = Array(Set(ids.filter { !askedRows.contains($0) }))
        for start in stride(from: 0, to: missing.count, by: Self.pieceCount) {
            let piece = Array(missing[start..<min(start + Self.pieceCount, missing.count)])
            askedRows.formUnion(piece)
            for row in try storage.rows(piece) where rows[row.id] == nil {
                rows[row.id] = row
                readBytes += row.approximateSizeBytes
            }
            guard readBytes <= Self.readSizeBytes else { throw EntityTransactionTooLarge() }
        }
    }

    private func askStubs(_ ids: [UUID]) throws {
        let missing = Array(Set(ids.filter { !askedStubs.contains($0) && !askedRows.contains($0) }))
        guard !missing.isEmpty else { return }
        askedStubs.formUnion(missing)
        for stub in try storage.stubs(missing) { stubs[stub.id] = stub }
    }

    func row(_ id: UUID) throws -> EntityRow? {
        if !askedRows.contains(id) { try askRows([id]) }
        return rows[id]
    }

    /// An entity without its fields, which may be large.
    func stub(_ id: UUID) throws -> EntityStub? {
        if askedRows.contains(id) { return rows[id].map(EntityStub.init) }
        try askStubs([id])
        return stubs[id]
    }

    /// The identity that an id stands for: itself, unless it was replaced.
    func resolve(_ id: UUID) throws -> UUID {
        try askAliases([id])
        var (current, steps) = (id, 0)
        while let next = aliases[current] {
            (current, steps) = (next, steps + 1)
            precondition(steps < 1_000, "The aliases go in a circle.")
            try askAliases([next])
        }
        return current
    }

    func isReplaced(_ id: UUID) throws -> Bool {
        try askAliases([id])
        return aliases[id] != nil
    }

    // MARK: Names

    /// Reads who has these folded names.
    func prefetch(type: String, foldedNames: Set<String>) throws {
        let missing = foldedNames.filter { askedNames.insert(Name(type: type, folded: $0)).inserted }
        guard !missing.isEmpty else { return }
        let found = try storage.holders(type: type, names: Array(missing))
        try askRows(found)
        for id in found {
            guard let folded = rows[id]?.value("name").string.map(EntityName.folded) else { continue }
            holders[Name(type: type, folded: folded), default: []].insert(id)
        }
    }

    /// The living entity with that folded name, other than `but`; the least id if a database has several.
    func holder(type: String, folded: String, but: UUID?) throws -> UUID? {
        try prefetch(type: type, foldedNames: [folded])
        return holders[Name(type: type, folded: folded), default: []].filter { id in
            guard id != but, let row = rows[id], !row.isDeleted, row.type == type else { return false }
            return row.value("name").string.map(EntityName.folded) == folded
        }.min { $0.lowercased < $1.lowercased }
    }

    // MARK: Likeness

    private static func step(of start: Int64) -> Int64 {
        Int64((Double(start) / Double(EntityLikeness.toleranceMilliseconds)).rounded(.down))
    }

    /// Reads which entities of a type start about then.
    func prefetch(type: EntityType, likeness: EntityLikeness, starts moments: [Int64]) throws {
        let tolerance = EntityLikeness.toleranceMilliseconds
        let steps = Set(moments.map(Self.step)).filter { askedStarts.insert(Start(type: type.name, step: $0)).inserted }
        guard !steps.isEmpty else { return }
        let ranges = steps.map { ($0 - 1) * tolerance...($0 + 2) * tolerance }
        let found = try storage.starting(in: ranges, type: type.name)
        try askRows(found)
        for id in found {
            guard let start = rows[id].flatMap({ likeness.values(of: $0.fields)?.start }) else { continue }
            starts[Start(type: type.name, step: Self.step(of: start)), default: []].insert(id)
        }
    }

    /// The living entities of a type that start at most the tolerance before or after a moment, and perhaps a few others.
    func starting(about moment: Int64, type: EntityType, likeness: EntityLikeness) throws -> [EntityRow] {
        try prefetch(type: type, likeness: likeness, starts: [moment])
        let step = Self.step(of: moment)
        return (step - 1...step + 1).flatMap { starts[Start(type: type.name, step: $0), default: []] }
            .compactMap { rows[$0] }.filter { $0.type == type.name && !$0.isDeleted }
    }

    // MARK: References

    /// Reads which entities refer to these.
    func prefetch(referrersTo ids: [UUID], type: String) throws {
        guard referencedTypes.contains(type) else { return }
        let missing = ids.filter { askedReferrers.insert($0).inserted }
        guard !missing.isEmpty else { return }
        for reference in try storage.referrers(to: missing) {
            references[reference.target, default: []].append(reference)
            if askedRows.contains(reference.source.id) { continue }
            askedStubs.insert(reference.source.id)
            stubs[reference.source.id] = reference.source
        }
        // An unlinked entity is written again, so its row is needed. One that goes with its parent is not.
        try askRows(missing.flatMap { references[$0, default: []].filter { !$0.isRequired }.map(\.source.id) })
    }

    /// The living entities that refer to this one, and whether they can't exist without it.
    func referrers(to id: UUID, type: String) throws -> [(id: UUID, isRequired: Bool)] {
        try prefetch(referrersTo: [id], type: type)
        var found: [UUID: Bool] = [:]
        for reference in references[id, default: []] where !askedRows.contains(reference.source.id) {
            found[reference.source.id] = reference.isRequired
        }
        // The row counts where it was read: this transaction may have changed it.
        let known = references[id, default: []].map(\.source.id) + Array(referrers[id, default: []])
        for source in Set(known) {
            guard let row = rows[source], !row.isDeleted else { continue }
            if let isRequired = EntityKeys(row, of: types[row.type]).references[id] { found[source] = isRequired }
        }
        return found.sorted { $0.key.lowercased < $1.key.lowercased }.map { (id: $0.key, isRequired: $0.value) }
    }

    func answers(to requestIDs: [String]) throws -> [String: RecordedAnswer] {
        try storage.answers(to: Array(Set(requestIDs)))
    }

    // MARK: Writing

    /// Writes a row, under the next number of the log.
    func put(_ row: EntityRow) {
        var row = row
        headSeq += 1
        row.seq = headSeq
        changes.log.append(EntityLogRow(seq: headSeq, tag: makeTag()))
        askedRows.insert(row.id)
        rows[row.id] = row
        changedIDs.insert(row.id)
        let keys = EntityKeys(row, of: types[row.type])
        changes.keys[row.id] = keys
        if let folded = keys.foldedName { holders[Name(type: row.type, folded: folded), default: []].insert(row.id) }
        if let start = keys.start {
            starts[Start(type: row.type, step: Self.step(of: start)), default: []].insert(row.id)
        }
        for target in keys.references.keys { referrers[target, default: []].insert(row.id) }
    }

    func stand(_ id: UUID, for survivor: UUID) {
        aliases[id] = survivor
        askedAliases.insert(id)
        changes.aliases[id] = survivor
    }

    func record(_ answer: RecordedAnswer, for requestID: String) { changes.answers[requestID] = answer }

    /// Writes everything to the storage.
    func store() throws {
        changes.rows = changedIDs.compactMap { rows[$0] }.sorted { $0.seq < $1.seq }
        if !changes.isEmpty { try storage.store(changes) }
    }
}

/// A transaction would read more rows than a server wants to hold in memory. With fewer commands it reads fewer.
package struct EntityTransactionTooLarge: Error, Hashable, Sendable {}

extension EntityRow {
    /// True if the field refers to this id.
    func names(_ id: String, in field: EntityField) -> Bool {
        field.kind == .set ? elements(field.name).contains(id) : value(field.name).string == id
    }

    /// About the size of the row's fields as JSON.
    var approximateSizeBytes: Int {
        200 + fields.reduce(0) { $0 + $1.key.utf8.count + $1.value.approximateSizeBytes }
            + stamps.keys.reduce(0) { $0 + $1.utf8.count + 4 }
    }
}

extension JSONValue {
    var approximateSizeBytes: Int {
        switch self {
        case .string(let text): text.utf8.count + 3
        case .array(let elements): elements.reduce(2) { $0 + $1.approximateSizeBytes + 1 }
        case .object(let members): members.reduce(2) { $0 + $1.name.utf8.count + $1.value.approximateSizeBytes + 4 }
        default: 8
        }
    }
}
