// changes: validate
// refused by: Step03UnitsTests/notFinite(value:)
// says: is no finite number: not_finite; validate() says out_of_bounds
//
// Asks for the bounds first. They refuse what is no number too, with a reason that sends people looking for a
// number that is not there.

         }
+        guard bounds.contains(value) else { throw MeasurementError.outOfBounds(kind, bounds) }
         guard value.isFinite else { throw MeasurementError.notFinite }
-        guard bounds.contains(value) else { throw MeasurementError.outOfBounds(kind, bounds) }
         guard kind != .steps || value == value.rounded() else { throw MeasurementError.notWhole }
