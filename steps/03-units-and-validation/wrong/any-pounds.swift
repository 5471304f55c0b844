// changes: canonical
// refused by: Step03UnitsTests/everyPair()
// says: unit_mismatch; it says no error
//
// Looks only at the unit: a heart rate of five pounds becomes kilograms.

         var converted = self
-        converted.unit = canonicalUnit
-        switch (unit, canonicalUnit) {
-        case (.pounds, .kilograms): converted.value = value * MetricUnit.kilogramsPerPound
-        case (.miles, .kilometres): converted.value = value * MetricUnit.kilometresPerMile
+        converted.unit = unit == .pounds ? .kilograms : .kilometres
+        switch unit {
+        case .pounds: converted.value = value * MetricUnit.kilogramsPerPound
+        case .miles: converted.value = value * MetricUnit.kilometresPerMile
         default: throw MeasurementError.unitMismatch(unit, for: kind)
