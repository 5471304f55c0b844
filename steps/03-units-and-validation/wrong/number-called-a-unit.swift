// changes: validate
// refused by: Step03UnitsTests/firstRule()
// says: Its own error should come out
//
// Reports everything that canonical() refuses as a unit that doesn't fit, even if the number is at fault.

         guard unit == canonicalUnit else {
-            _ = try canonical()  // throws the reason if it can't convert this record
-            throw MeasurementError.notCanonical(unit, for: kind)
+            throw (try? canonical()) != nil
+                ? MeasurementError.notCanonical(unit, for: kind) : .unitMismatch(unit, for: kind)
         }
