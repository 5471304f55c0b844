import Foundation
import GRDB

// @show edit-target
/// What an edit of a record meets in the store.
struct EditTarget {
    /// The row of that id.
    let row: RecordTables.Row?
    /// The copy of it that the server refused and that this edit fixes; nil until a server has refused one.
    let refused: Measurement?
    /// The records whose versions the edit has to exceed: both of them.
    var competingVersions: [Measurement] { [row?.record, refusedOutranks ? refused : nil].compactMap { $0 } }
    /// What the person sees and edits.
    var displayed: Measurement? { refused ?? row?.record }

    private let refusedOutranks: Bool

    init(row: RecordTables.Row?, refused: Measurement?, rules: SyncRules = .all) {
        self.row = row
        self.refused = refused
        refusedOutranks = rules.contains(.fixOutranksBoth)
    }
}
// @end

extension MeasurementStore {
    /// What an edit of this id meets.
    func editTarget(_ id: UUID, _ tables: RecordTables) throws -> EditTarget {
        let row = try tables.row(id)
        // Of the copies that were refused, only one that would win had it not been refused is worth a fix.
        let refused = try tables.rejected(id).flatMap { copy in
            row.map { copy.beats($0.record) } ?? true ? copy : nil
        }
        return EditTarget(row: row, refused: refused, rules: rules)
    }

    // @show store-edit
    /// Writes an edit over its target: dirty, and this device's own.
    ///
    /// The row, when the server has it, becomes what a refusal goes back to, and a refused copy is fixed by this.
    func storeEdit(_ record: Measurement, over target: EditTarget, _ tables: RecordTables) throws {
        if let row = target.row, !row.isDirty { try tables.setBase(row.record) }
        let isNew = target.row?.record != record
        try tables.put(record, dirty: true, own: isNew || target.row?.isOwn == true)
        if isNew, let copy = target.refused { try tables.removeRejected(copy) }
    }
    // @end
}
