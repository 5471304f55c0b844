// A tombstone: the record of a deletion. It is versioned, ordered and exchanged like every record, and holds nothing of
// what was measured.

extension Measurement {
    /// This version of the record as a deletion: without its value, its time of measurement and its other members.
    package var asDeletion: Measurement {
        // @write 17 tombstone
        Measurement(
            id: id, kind: kind, value: kind.bounds?.lowerBound ?? 0, unit: kind.canonicalUnit ?? unit,
            recordedAt: updatedAt, updatedAt: updatedAt, version: version, extra: .deletion)
        // @starter
        //| todo(17, "return this version of the record as a deletion, with nothing in it that was measured")
        // @end
    }

    /// The longest kind and unit that a tombstone of an unknown kind may have, in bytes. Nothing else bounds them, because
    /// no other record of an unknown kind is taken.
    private static let maximumNameSizeBytes = 64

    /// Checks that a server which knows deletes may accept this record: a valid record without the member `deleted`, or a
    /// tombstone of any kind that holds nothing of what was measured.
    ///
    /// - Throws: `MeasurementError`; its code is `deleted_with_content` for any other record with the member `deleted`.
    package func validateWithDeletes() throws {
        // @write 17 tombstone-check
        guard extra.deleted != nil else { return try validate() }
        guard (1...Measurement.maximumVersion).contains(version) else { throw MeasurementError.badVersion }
        let hasNoMembers = extra == .deletion && recordedAt == updatedAt
        guard let bounds = kind.bounds, let canonicalUnit = kind.canonicalUnit else {
            // The writer knows the kind, and so its least value; this server doesn't.
            let isSmall =
                kind.rawValue.utf8.count <= Self.maximumNameSizeBytes
                && unit.rawValue.utf8.count <= Self.maximumNameSizeBytes
            guard hasNoMembers, isSmall, value.isFinite else { throw MeasurementError.deletedWithContent }
            return
        }
        // 0 is from a writer that doesn't know the kind. Such a writer can't change the unit either.
        guard hasNoMembers, unit == canonicalUnit, value == bounds.lowerBound || value == 0 else {
            throw MeasurementError.deletedWithContent
        }
        // @starter
        //| guard extra.deleted != nil else { return try validate() }
        //| throw NotWritten(17, "accept a tombstone that holds nothing, and refuse any other record with the member `deleted`")
        // @end
    }
}
