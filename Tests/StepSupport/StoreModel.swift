package import Foundation
package import Vitals

/// An operation on a store that `MeasurementStore` defines.
package enum StoreAction: Sendable, CustomStringConvertible {
    case upsert(Vitals.Measurement)
    case upsertClean(Vitals.Measurement)
    /// Sets the value of a record, if it is there.
    case edit(UUID, Double)
    case clearDirty([UUID])
    case setCursor(Int64)

    /// A random operation on one of three records, whose versions are often equal.
    package static func generated(by generator: inout CaseGenerator) -> StoreAction {
        let ids = (1...3).map(Records.id)
        let record = Records.weight(
            generator.one(of: [70, 71.5]), id: generator.one(of: ids), version: generator.integer(in: 1...3))
        switch generator.integer(in: 1...6) {
        case 1, 2: return .upsert(record)
        case 3: return .upsertClean(record)
        case 4: return .edit(record.id, record.value)
        case 5: return .clearDirty(generator.list(0...2) { $0.one(of: ids + [Records.id(9)]) })
        default: return .setCursor(generator.integer(in: 0...9))
        }
    }

    package func run(on store: MeasurementStore) throws {
        switch self {
        case .upsert(let record): try store.upsert(record)
        case .upsertClean(let record): try store.upsertClean(record)
        case .edit(let id, let value):
            do { try store.edit(id, value: value) } catch is StoreError {}
        case .clearDirty(let ids): try store.clearDirty(ids)
        case .setCursor(let cursor): try store.setCursor(cursor)
        }
    }

    package var description: String {
        switch self {
        case .upsert(let record): "upsert \(record.short)"
        case .upsertClean(let record): "upsertClean \(record.short)"
        case .edit(let id, let value): "edit \(id.short) to \(value)"
        case .clearDirty(let ids): "clearDirty \(ids.map(\.short))"
        case .setCursor(let cursor): "setCursor \(cursor)"
        }
    }
}

/// The expected contents of a store, kept in a dictionary.
package struct StoreModel: Sendable {
    private var rows: [UUID: (record: Vitals.Measurement, isDirty: Bool)] = [:]
    package private(set) var cursor: Int64 = 0

    package init() {}

    package var records: [Vitals.Measurement] { rows.values.map(\.record).sorted { $0.id.short < $1.id.short } }

    package var dirty: [Vitals.Measurement] {
        rows.values.filter(\.isDirty).map(\.record).sorted { $0.id.short < $1.id.short }
    }

    package mutating func apply(_ action: StoreAction, now: Timestamp) {
        switch action {
        case .upsert(let record):
            let row = rows[record.id]?.record
            let isTaken = row.map { $0 != record && $0.version >= record.version } ?? false
            rows[record.id] = (isTaken ? record.following(row, at: now) : record, true)
        case .upsertClean(let record):
            rows[record.id] = (record, false)
        case .edit(let id, let value):
            guard var edited = rows[id]?.record else { return }
            edited.value = value
            rows[id] = (edited.following(rows[id]?.record, at: now), true)
        case .clearDirty(let ids):
            for id in ids { rows[id]?.isDirty = false }
        case .setCursor(let value):
            cursor = value
        }
    }
}

extension Vitals.Measurement {
    /// One line with the record, its version and its value.
    package var short: String { "record \(id.short) version \(version) value \(value)" }

    fileprivate func following(_ row: Vitals.Measurement?, at now: Timestamp) -> Vitals.Measurement {
        var next = self
        next.version = (row?.version ?? 0) + 1
        next.updatedAt = max(now, row?.updatedAt.advanced(byMilliseconds: 1) ?? now)
        return next
    }
}

extension UUID {
    /// The number of an id that `Records.id` made.
    package var short: String { String(uuidString.lowercased().suffix(1)) }
}
