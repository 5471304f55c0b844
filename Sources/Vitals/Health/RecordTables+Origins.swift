extension RecordTables {
    /// Adds the origin of an imported record to its row, which was imported by a build from before origins.
    ///
    /// Version and `updatedAt` stay, so this is no edit, and loses to every edit. A row with the greater members stays as
    /// it is: then all phones end up with the same ones, whoever imports again. So do rows that were edited, typed here or
    /// deleted, and those of which the server refused a copy.
    func addOrigin(of imported: Measurement) throws {
        guard imported.version == 1, let origin = imported.origin, let row = try row(imported.id),
            row.record.version == 1, !row.isOwn, !row.record.isDeleted, row.record.extra != imported.extra
        else { return }
        let completed = row.record.from(origin)
        guard completed.beats(row.record), (try? completed.validate()) != nil, try rejected(imported.id) == nil
        else { return }
        if !row.isDirty { try setBase(row.record) }
        try put(completed, dirty: true)
    }
}
