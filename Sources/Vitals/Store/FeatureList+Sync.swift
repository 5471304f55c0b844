import Foundation
import GRDB

extension FeatureList {
    func editedFrom(_ records: [Measurement], in store: MeasurementStore) throws -> [UUID: RecordVersion] {
        try features.reduce(into: [:]) { versions, feature in
            guard let found = try feature.editedFrom?(store, records) else { return }
            versions.merge(found) { first, _ in first }
        }
    }

    func didApply(_ page: Pulled, in tables: RecordTables) throws {
        for feature in features { try feature.didApplyPage?(tables, page) }
    }

    /// The number up to which the device has read each log that it knows, by type of event.
    func eventCursors(in database: Database) throws -> [String: Int64] {
        try features.reduce(into: [:]) { cursors, feature in
            for (type, cursor) in feature.eventCursors { cursors[type] = try cursor(database) }
        }
    }

    func wrap(_ transport: any HTTPTransport, clock: @escaping @Sendable () -> Timestamp) -> any HTTPTransport {
        features.compactMap(\.wrapTransport).reduce(transport) { $1($0, clock) }
    }

    func willOpen(_ directory: String, _ tokens: any SecureStore) throws {
        for feature in features { try feature.willOpen?(directory, tokens) }
    }
}

extension MeasurementStore {
    /// Runs `body` in one transaction, in which the features know which versions were overwritten unseen.
    func write<Value>(
        knowing overwritten: [UUID: OverwrittenVersions], _ body: (RecordTables) throws -> Value
    ) throws -> Value {
        guard !overwritten.isEmpty else { return try write(body) }
        return try write { tables in
            for feature in features.features { try feature.willApply?(tables, overwritten) }
            let value = try body(tables)
            for feature in features.features { try feature.didApply?(tables) }
            return value
        }
    }
}

/// The tools of a feature's part of a sync. The store's sync lock is held while it runs.
package struct SyncStage: Sendable {
    package let store: MeasurementStore
    /// The client of the server. A feature with routes of its own asks it for them: `api as? any NotesAPI`.
    package let api: any SyncAPI
    /// The address of the server.
    package let origin: String
    /// Waits that many seconds.
    package let sleep: @Sendable (Double) async throws -> Void
}
