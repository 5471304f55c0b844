import Foundation
import GRDB

// The places where a chapter of part two extends the store. In part one they are here and do nothing, so that no file of
// a learner has to change when a chapter comes.

/// A migration that a chapter adds to the store of a device. Its name is unique and never changes.
struct StoreMigration {
    let name: String
    let sql: String
}

enum StoreExtensions {
    static let migrations: [StoreMigration] = [
        // @from 17
        .deletes,
        // @end
        // @from 18
        .label,
        // @end
        // @from 20
        .live,
        // @end
    ]
    // @from 17
    /// The rules of sync beyond those of part one.
    static let rules = SyncRules.deletes
    /// The table or view of the records that a person sees.
    static let shownRecords = "shown_measurement"
    // @else
    //| /// The rules of sync beyond those of part one.
    //| static let rules: SyncRules = []
    //| /// The table or view of the records that a person sees.
    //| static let shownRecords = "measurement"
    // @end
}

// @from 17
// @else
//| extension Measurement {
//|     /// True for a deleted record. Nothing is deleted in part one.
//|     public var isDeleted: Bool { false }
//|
//|     /// The record as it has to be to mean a deletion, if it is one.
//|     var asDeletionIfDeleted: Measurement { self }
//| }
//|
//| extension RecordTables {
//|     /// Runs before a record replaces the row with its id.
//|     func willReplaceRow(with record: Measurement) throws {}
//|
//|     /// Runs after a local write has replaced the row with its id.
//|     func didReplaceRow(with record: Measurement) throws {}
//|
//|     /// Runs when the server has acknowledged a copy of a row, before the row is marked clean.
//|     func didAcknowledge(_ copy: Measurement) throws {}
//|
//|     /// True when the record that a refused edit goes back to was an edit made on this device. Part one doesn't know it,
//|     /// and takes the refused edit's author for it.
//|     func isOwn(_ base: Measurement, below refused: Row) throws -> Bool { refused.isOwn }
//|
//|     /// True when a row without a base is an edit of a record that the server had.
//|     func isEditOfExchanged(_ id: UUID) throws -> Bool { false }
//|
//|     /// True when a row that loses holds an edit that the winner's author can't have seen, for a reason that part one
//|     /// doesn't know.
//|     func isUnseen(_ loser: Row) throws -> Bool { false }
//| }
//|
//| extension MeasurementStore {
//|     /// Runs when the store is opened and when a sync has ended.
//|     func removeExpired() throws {}
//|
//|     /// Runs after an import.
//|     func didImport() throws {}
//| }
// @end
