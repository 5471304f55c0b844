package import Foundation
import GRDB

extension MeasurementStore {
    /// The name of the feature in `Vitals-Features`.
    package static let deletesFeature = "deletes"

    /// The version that each of these unsent edits was made from, by record. Empty for a server that doesn't ask for it.
    package func editedFrom(_ records: [Measurement]) throws -> [UUID: RecordVersion] {
        guard !rules.isDisjoint(with: .deletes) else { return [:] }
        return try read { database in
            guard try SyncState.fetch(database).hasFeature(Self.deletesFeature) else { return [:] }
            let tables = tables(reading: database)
            // After an import, thousands of new records wait and none has been edited.
            let areAllNew = try rules.contains(.editedFrom) && !tables.hasEditedFrom()
            return Dictionary(
                try records.map { ($0.id, areAllNew ? .none : try tables.editedFrom($0.id)) },
                uniquingKeysWith: { first, _ in first })
        }
    }
}

extension SyncState {
    /// True when the server last named this feature.
    package func hasFeature(_ name: String) -> Bool {
        features?.split(separator: ",").contains { $0.trimmingPrefix(while: \.isWhitespace) == name } ?? false
    }
}
