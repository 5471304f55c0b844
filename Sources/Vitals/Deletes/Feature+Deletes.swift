extension Feature {
    /// Deletes as versions of a record, the records that can be brought back, and edits that were overwritten unseen.
    package static let deletes = Feature(name: "deletes") {
        $0.migrations = [.deletes]
        $0.rules = .deletes
        $0.shownRecords = "shown_measurement"
        $0.willReplaceRow = { try $0.clearContent(deletedBy: $1) }
        $0.didReplaceRow = { try $0.clearRemains(deletedBy: $1) }
        $0.didAcknowledge = { try $0.noteAcknowledged($1) }
        $0.tidy = { try $0.removeExpired() }
        $0.didImport = { try $0.deleteWhatSourcesDeleted() }
        $0.asRestored = { $0.isDeleted ? $0.asDeletion : $0 }
        $0.isOwnBase = { try $0.isOwnBase($1) }
        $0.isEditOfExchanged = { try $0.isEditOfExchanged($1) }
        $0.isUnseen = { try $0.isUnknownToWinner($1) }
        $0.editedFrom = { try $0.editedFrom($1) }
        $0.willApply = { tables, overwritten in
            for (id, versions) in overwritten { try tables.setOverwritten(versions, of: id) }
        }
        $0.didApply = { try $0.execute("DELETE FROM overwritten") }
    }
}
