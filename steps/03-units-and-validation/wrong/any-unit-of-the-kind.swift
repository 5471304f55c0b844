// changes: validate
// refused by: Step03UnitsTests/onlyCanonicalUnits()
// says: a stored record has been: not_canonical; it is no error
//
// Accepts whatever could be converted: two phones would then store one weight in two units.

         guard unit == canonicalUnit else {
-            _ = try canonical()  // throws the reason if it can't convert this record
-            throw MeasurementError.notCanonical(unit, for: kind)
+            try canonical().validate()
+            return
         }
