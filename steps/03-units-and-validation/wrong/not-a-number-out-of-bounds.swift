// changes: validate
// refused by: Step03UnitsTests/notFinite(value:)
// says: isn't a finite number: not_finite; validate() says out_of_bounds
//
// Checks the bounds first. They refuse NaN too, but for a reason that sends people looking for a number that isn't
// there.

         }
+        guard bounds.contains(value) else { throw MeasurementError.outOfBounds(kind, bounds) }
         guard value.isFinite else { throw MeasurementError.notFinite }
-        guard bounds.contains(value) else { throw MeasurementError.outOfBounds(kind, bounds) }
         guard kind != .steps || value == value.rounded() else { throw MeasurementError.notWhole }
