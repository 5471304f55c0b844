// changes: tombstone-check
// refused by: Step17DeletesTests/endlessNames()
// says: A kind of 33 letters with accents
// breaks: tombstone-check.6
//
// Counts characters, each of which can have any number of bytes.

-                kind.rawValue.utf8.count <= Self.maximumNameSizeBytes
-                && unit.rawValue.utf8.count <= Self.maximumNameSizeBytes
+                kind.rawValue.count <= Self.maximumNameSizeBytes
+                && unit.rawValue.count <= Self.maximumNameSizeBytes
             guard hasNoMembers, isSmall, value.isFinite else { throw MeasurementError.deletedWithContent }
