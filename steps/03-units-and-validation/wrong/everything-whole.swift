// changes: validate
// refused by: Step03UnitsTests/wholeSteps(value:)
// says: Only steps must be whole
//
// Requires every value to be whole, so you can't enter 72.5 kg.

         guard bounds.contains(value) else { throw MeasurementError.outOfBounds(kind, bounds) }
-        guard kind != .steps || value == value.rounded() else { throw MeasurementError.notWhole }
+        guard value == value.rounded() else { throw MeasurementError.notWhole }
         guard (1...Measurement.maximumVersion).contains(version) else { throw MeasurementError.badVersion }
