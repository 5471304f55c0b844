// changes: tombstone-check
// refused by: Step17DeletesTests/allowedBounds()
// says: gets the error that `validate()` throws
// breaks: tombstone-check.1
//
// Looks at the version of every record, deleted or not.

-        guard extra.deleted != nil else { return try validate() }
         guard (1...Measurement.maximumVersion).contains(version) else { throw MeasurementError.badVersion }
+        guard extra.deleted != nil else { return try validate() }
