// changes: validate
// refused by: Step03UnitsTests/firstRule()
// says: and the first one counts
//
// Asks for the version before the value, as it is the quickest question. Of two broken rules the person is then told the
// one that they can do nothing about.

         }
+        guard (1...Measurement.maximumVersion).contains(version) else { throw MeasurementError.badVersion }
         guard unit == canonicalUnit else {
@@
         guard kind != .steps || value == value.rounded() else { throw MeasurementError.notWhole }
-        guard (1...Measurement.maximumVersion).contains(version) else { throw MeasurementError.badVersion }
         try extra.validate()
