// changes: tombstone-check
// refused by: Step17DeletesTests/contentIsRefused(_:)
// says: the member `deleted` and a unit
// breaks: tombstone-check.4
//
// Looks at the value and not at its unit.

-        guard hasNoMembers, unit == canonicalUnit, value == bounds.lowerBound || value == 0 else {
+        guard hasNoMembers, canonicalUnit == kind.canonicalUnit, value == bounds.lowerBound || value == 0 else {
             throw MeasurementError.deletedWithContent
