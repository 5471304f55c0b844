// changes: tombstone-check
// refused by: Step17DeletesTests/contentIsRefused(_:)
// says: the member `deleted` and a value below the least
// breaks: tombstone-check.4
//
// Takes every value from 0 to the least bound. Of a heart rate, that's 15 a minute.

-        guard hasNoMembers, unit == canonicalUnit, value == bounds.lowerBound || value == 0 else {
+        guard hasNoMembers, unit == canonicalUnit, value >= 0, value <= bounds.lowerBound else {
