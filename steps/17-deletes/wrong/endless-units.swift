// changes: tombstone-check
// refused by: Step17DeletesTests/endlessNames()
// says: A unit of 65 bytes
// breaks: tombstone-check.6
//
// Bounds the kind and forgets the unit.

                 kind.rawValue.utf8.count <= Self.maximumNameSizeBytes
-                && unit.rawValue.utf8.count <= Self.maximumNameSizeBytes
             guard hasNoMembers, isSmall, value.isFinite else { throw MeasurementError.deletedWithContent }
