package import Foundation
import Vitals
package import VitalsEntities

extension EntityDecider {
    /// What a restate did with the rows of a phone.
    package struct Restated: Hashable, Sendable {
        /// The rows of the identities that stand for restated ids.
        package var replaced: [UUID: EntityRow] = [:]
        /// The ids whose required reference nobody knows.
        package var unplaced: [UUID] = []
    }

    /// Takes what a phone knows and the server may have forgotten (rule 12).
    package func restate(_ rows: [EntityRow], aliases: [UUID: UUID]) throws -> Restated {
        let rows = rows.map(sound)
        try prefetch(for: rows, aliases)
        var (result, replaced) = (Restated(), [UUID: UUID]())
        for row in try inOrder(rows) {
            guard let type = types[row.type] else { continue }
            let id = try reference(row.id)
            let stored = try work.row(id)
            if id != row.id {
                replaced[row.id] = id
            } else if row.isDeleted {
                if isBuried(row, stored) { try bury(id, type: row.type, version: row.version) }
            } else if let stored {
                if !stored.isDeleted {
                    try reconcile(stored, with: row, type)
                } else if !rules.contains(.tombstones), row.version > stored.version {
                    work.put(row)
                }
            } else {
                let answer = try takeIn(row, type)
                if answer.status == .rejected { result.unplaced.append(row.id) }
                if answer.id != row.id { replaced[row.id] = answer.id }
            }
        }
        try take(aliases)
        var answeredBytes = 0
        for (id, survivor) in replaced {
            let row = try work.row(try reference(survivor))
            answeredBytes += row?.approximateSizeBytes ?? 0
            guard answeredBytes <= Self.answeredSizeBytes else { throw EntityTransactionTooLarge() }
            result.replaced[id] = row
        }
        return result
    }

    /// A version beyond this counts as this one, so that no entity's changes ever lead to a version that a restate refuses.
    private static let countedVersion: Int64 = 1 << 51

    /// The row without what would harm the entity.
    private func sound(_ row: EntityRow) -> EntityRow {
        var row = row
        row.version = min(row.version, Self.countedVersion)
        row.stamps = row.stamps.mapValues { min($0, Self.countedVersion) }
        guard let type = types[row.type], !row.stamps.keys.allSatisfy(type.hasShape(of:)) else { return row }
        row.fields = row.fields.filter { type.hasShape(of: $0.key) }
        row.stamps = row.stamps.filter { type.hasShape(of: $0.key) }
        return row
    }

    /// Takes the replaced ids that nobody here knows. Each entity that stands for some gets one log row (rule 8).
    private func take(_ aliases: [UUID: UUID]) throws {
        var survivors: Set<UUID> = []
        for (id, end) in Self.ends(of: aliases) {
            let survivor = try reference(end)
            guard id != survivor, try !work.isReplaced(id), try work.stub(id) == nil, try work.stub(survivor) != nil
            else { continue }
            work.stand(id, for: survivor)
            survivors.insert(survivor)
        }
        guard rules.contains(.aliasIsLogged) else { return }
        for survivor in survivors.sorted(by: { $0.lowercased < $1.lowercased }) {
            if let row = try work.row(survivor) { work.put(row) }
        }
    }

    /// The end of each chain of aliases: an id in the middle may be unknown here. A circle ends at its least id.
    private static func ends(of aliases: [UUID: UUID]) -> [UUID: UUID] {
        var ends: [UUID: UUID] = [:]
        for id in aliases.keys {
            var (current, chain, seen) = (id, [UUID](), Set<UUID>())
            while ends[current] == nil, let next = aliases[current], seen.insert(current).inserted {
                chain.append(current)
                current = next
            }
            let circle = chain.drop { $0 != current }
            let end = ends[current] ?? circle.min { $0.lowercased < $1.lowercased } ?? current
            for id in chain { ends[id] = end }
        }
        return ends
    }

    private func prefetch(for rows: [EntityRow], _ aliases: [UUID: UUID]) throws {
        let references = rows.flatMap { Array(EntityKeys($0, of: types[$0.type]).references.keys) }
        try work.prefetch(
            rows: rows.map(\.id), references: references + Array(aliases.keys) + Array(aliases.values))
        for (name, rows) in Dictionary(grouping: rows, by: \.type) {
            guard let type = types[name] else { continue }
            try prefetch(keysOf: rows.filter { !$0.isDeleted }.map(\.fields), type)
            try work.prefetch(referrersTo: rows.filter(\.isDeleted).map(\.id), type: name)
        }
    }

    /// Tombstones first, then ids that are known, then others; parents before those that refer to them.
    private func inOrder(_ rows: [EntityRow]) throws -> [EntityRow] {
        let keyed = try rows.map { row in
            let isKnown = try work.stub(try reference(row.id)) != nil
            let rank = rules.contains(.restateOrder) ? (row.isDeleted ? 0 : isKnown ? 1 : 2) : 0
            return (row, (rank, types.place(of: row.type), row.id.lowercased))
        }
        return keyed.sorted { $0.1 < $1.1 }.map(\.0)
    }

    private func isBuried(_ row: EntityRow, _ stored: EntityRow?) -> Bool {
        guard let stored else { return true }
        guard stored.type == row.type else { return false }
        return rules.contains(.tombstones) ? !stored.isDeleted : row.version > stored.version
    }

    private func takeIn(_ row: EntityRow, _ type: EntityType) throws -> EntityResult {
        do {
            try type.validate(row.fields, isWhole: true)
            try type.validateSize(row.fields, stampCount: row.stamps.count)
            return try insert(row.id, type, row.fields, version: row.version, stamps: row.stamps)
        } catch let invalid as EntityInvalid {
            return .rejected(invalid, id: row.id)
        }
    }

    /// Merges two states of one entity field by field: the greater stamp wins, and of two equal ones the greater value.
    private func reconcile(_ stored: EntityRow, with row: EntityRow, _ type: EntityType) throws {
        guard row.type == stored.type, (try? type.validate(row.fields, isWhole: false)) != nil,
            (try? type.validateSize(stored.fields, stampCount: Set(row.stamps.keys).union(stored.stamps.keys).count))
                != nil
        else { return }
        var new = stored
        new.version = max(stored.version, row.version) + 1
        let shape = FieldShape(of: stored)
        for name in Set(row.stamps.keys).union(row.fields.keys).sorted() where shape.fits(name) {
            let value = try resolved(row.value(name), in: type.field(name))
            let current = stored.value(name)
            let byField = rules.contains(.stamps)
            let stamp = byField ? row.stamps[name] ?? 0 : row.version
            let ours = byField ? stored.stamps[name] ?? 0 : stored.version
            guard value != current, isGreater(stamp, value, than: ours, current) else { continue }
            if try mayTake(value, in: name, of: stored.id, type), value != .null || type.field(name)?.isRequired != true
            {
                new.set(name, to: value, stamp: stamp)
            } else {
                observe?(.refused(stored.id, field: name))
            }
        }
        if new.fields != stored.fields || row.version > stored.version { work.put(new) }
    }

    private func isGreater(_ stamp: Int64, _ value: JSONValue, than otherStamp: Int64, _ other: JSONValue) -> Bool {
        if stamp != otherStamp { return stamp > otherStamp }
        return CanonicalJSON.text(other).utf8.lexicographicallyPrecedes(CanonicalJSON.text(value).utf8)
    }
}

extension EntityType {
    /// False for a key of what's declared as a value or a set, and for a whole value of what's declared as a map.
    fileprivate func hasShape(of name: String) -> Bool {
        field(name).map { ($0.kind == .map) == (FieldName.map(of: name) != nil) } ?? true
    }
}

/// Which fields of an entity are maps. A field that this build doesn't know may be either, but not both.
private struct FieldShape {
    private let names: Set<String>
    private let maps: Set<String>

    init(of row: EntityRow) {
        names = Set(row.stamps.keys)
        maps = Set(row.stamps.keys.compactMap(FieldName.map))
    }

    func fits(_ name: String) -> Bool {
        FieldName.map(of: name).map { !names.contains($0) } ?? !maps.contains(name)
    }
}
