import Foundation
import GRDB

/// The features that a device is opened with, in the order in which they act. What several do becomes one effect or one
/// answer here, and the core calls that.
public struct FeatureList: Sendable {
    package let features: [Feature]
    /// The table or view of the records that a person sees.
    package let shownRecords: String
    // Ready to be called: these run for each record of a page.
    private let willReplaceRow, didReplaceRow, didAcknowledge: [Feature.RecordEffect]
    private let isUnseen: [@Sendable (RecordTables, RecordTables.Row) throws -> Bool]

    /// - Parameter features: an empty list makes the device of part one.
    package init(_ features: [Feature]) {
        let hiding = features.compactMap(\.shownRecords)
        precondition(Set(features.map(\.name)).count == features.count, "Two features have one name.")
        precondition(hiding.count < 2, "Two features hide records, and a query can read only one table.")
        self.features = features
        shownRecords = hiding.first ?? "measurement"
        willReplaceRow = features.compactMap(\.willReplaceRow)
        didReplaceRow = features.compactMap(\.didReplaceRow)
        didAcknowledge = features.compactMap(\.didAcknowledge)
        isUnseen = features.compactMap(\.isUnseen)
    }

    /// These features, and then others.
    package func followed(by others: [Feature]) -> FeatureList { FeatureList(features + others) }

    package var migrations: [StoreMigration] { features.flatMap(\.migrations) }
    package var rules: SyncRules { features.reduce(into: []) { $0.formUnion($1.rules) } }
    package var files: [String] { features.flatMap(\.files) }

    // MARK: Effects

    func willReplaceRow(with record: Measurement, in tables: RecordTables) throws {
        for effect in willReplaceRow { try effect(tables, record) }
    }

    func didReplaceRow(with record: Measurement, in tables: RecordTables) throws {
        for effect in didReplaceRow { try effect(tables, record) }
    }

    func didAcknowledge(_ copy: Measurement, in tables: RecordTables) throws {
        for effect in didAcknowledge { try effect(tables, copy) }
    }

    func tidy(_ store: MeasurementStore) throws {
        for feature in features { try feature.tidy?(store) }
    }

    package func didImport(to store: MeasurementStore) throws {
        for feature in features { try feature.didImport?(store) }
    }

    func importReaders(_ tables: RecordTables) throws -> [any ImportReader] {
        try features.compactMap { try $0.importReader?(tables) }
    }

    func asRestored(_ record: Measurement) -> Measurement {
        features.compactMap(\.asRestored).reduce(record) { $1($0) }
    }

    // MARK: Questions

    /// True when the record that a refused edit goes back to was an edit made on this device. Where no feature knows, the
    /// refused edit's author counts.
    func isOwnBase(_ base: Measurement, below refused: RecordTables.Row, in tables: RecordTables) throws -> Bool {
        for feature in features {
            if let isOwn = try feature.isOwnBase?(tables, base) { return isOwn }
        }
        return refused.isOwn
    }

    func isEditOfExchanged(_ id: UUID, in tables: RecordTables) throws -> Bool {
        try features.contains { try $0.isEditOfExchanged?(tables, id) ?? false }
    }

    func isUnseen(_ loser: RecordTables.Row, in tables: RecordTables) throws -> Bool {
        try isUnseen.contains { try $0(tables, loser) }
    }

    func unsent(in database: Database) throws -> [UnsentItems] {
        try features.compactMap { try $0.unsent?(database) }.filter { $0.count > 0 }
    }
}
