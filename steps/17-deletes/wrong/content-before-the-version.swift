// changes: tombstone-check
// refused by: Step17DeletesTests/badVersions(isKnown:)
// says: The version comes first
// breaks: tombstone-check.2
//
// Looks at the fields and the times before the version.

-        guard (1...Measurement.maximumVersion).contains(version) else { throw MeasurementError.badVersion }
         let hasNoMembers = extra == .deletion && recordedAt == updatedAt
+        guard hasNoMembers else { throw MeasurementError.deletedWithContent }
+        guard (1...Measurement.maximumVersion).contains(version) else { throw MeasurementError.badVersion }
