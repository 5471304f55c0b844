// changes: validate
// refused by: Step03UnitsTests/onlyCanonicalUnits()
// says: must be converted already: not_canonical; validate() says no error
//
// Accepts every unit that could be converted: two phones then store the same weight in two units.

         guard unit == canonicalUnit else {
-            _ = try canonical()  // throws the reason if it can't convert this record
-            throw MeasurementError.notCanonical(unit, for: kind)
+            try canonical().validate()
+            return
         }
