// changes: tombstone-check
// refused by: Step17DeletesTests/contentIsRefused(_:)
// says: and deleted: false
// breaks: tombstone-check.3
//
// Asks whether the record is deleted, and not whether it says anything about it.

-        guard extra.deleted != nil else { return try validate() }
+        guard isDeleted else { return try validate() }
         guard (1...Measurement.maximumVersion).contains(version) else { throw MeasurementError.badVersion }
