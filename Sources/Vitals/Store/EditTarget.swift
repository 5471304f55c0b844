import Foundation
import GRDB

// @show edit-target
/// The row and the refused copy that an edit of a record starts from.
struct EditTarget {
    /// The row with the record's id; nil when there is none.
    let row: RecordTables.Row?
    /// The refused copy that this edit fixes; nil when the server refused none, or none that would beat the row.
    let refused: Measurement?
    /// The records whose versions the edit must exceed: the row and the refused copy.
    var competingVersions: [Measurement] { [row?.record, refusedOutranks ? refused : nil].compactMap { $0 } }
    /// The record that the person sees and edits; nil when it's deleted.
    var displayed: Measurement? { [refused, row?.record].compactMap { $0 }.first { !$0.isDeleted } }

    /// False only where the rule `fixOutranksBoth` is switched off.
    var refusedOutranks = true
}
// @end

extension MeasurementStore {
    /// Reads the row and the refused copy that an edit of this id starts from.
    func editTarget(_ id: UUID, _ tables: RecordTables) throws -> EditTarget {
        let row = try tables.row(id)
        // A refused copy is worth fixing only if it would beat the row.
        let refused = try tables.rejected(id).flatMap { copy in
            row.map { copy.beats($0.record) } ?? true ? copy : nil
        }
        return EditTarget(row: row, refused: refused, refusedOutranks: rules.contains(.fixOutranksBoth))
    }

    // @show store-edit
    /// Writes an edit over its target, and marks it dirty and as this device's own.
    ///
    /// If the server has the row, the row becomes the base that a refusal reverts to. If the edit fixes a refused copy,
    /// that copy is removed.
    func storeEdit(_ record: Measurement, over target: EditTarget, _ tables: RecordTables) throws {
        try features.willReplaceRow(with: record, in: tables)
        if let row = target.row, !row.isDirty { try tables.setBase(row.record) }
        let isNew = target.row?.record != record
        try tables.put(record, dirty: true, own: isNew || target.row?.isOwn == true)
        if isNew, let copy = target.refused { try tables.removeRejected(copy) }
        try features.didReplaceRow(with: record, in: tables)
    }
    // @end
}
