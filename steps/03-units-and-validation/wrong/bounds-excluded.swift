// changes: validate
// refused by: Step03UnitsTests/bounds(kind:least:greatest:)
// says: is on its bound, which is allowed
//
// Refuses the bounds themselves.

         guard value.isFinite else { throw MeasurementError.notFinite }
-        guard bounds.contains(value) else { throw MeasurementError.outOfBounds(kind, bounds) }
+        guard value > bounds.lowerBound && value < bounds.upperBound else { throw MeasurementError.outOfBounds(kind, bounds) }
         guard kind != .steps || value == value.rounded() else { throw MeasurementError.notWhole }
