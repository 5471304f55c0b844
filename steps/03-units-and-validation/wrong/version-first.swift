// changes: validate
// refused by: Step03UnitsTests/firstRule()
// says: and the first one counts
//
// Checks the version before the value, because that's the quickest check. If both rules are broken, the person sees the
// one they can do nothing about.

         }
+        guard (1...Measurement.maximumVersion).contains(version) else { throw MeasurementError.badVersion }
         guard unit == canonicalUnit else {
@@
         guard kind != .steps || value == value.rounded() else { throw MeasurementError.notWhole }
-        guard (1...Measurement.maximumVersion).contains(version) else { throw MeasurementError.badVersion }
         try extra.validate()
