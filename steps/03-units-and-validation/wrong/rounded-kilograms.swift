// changes: canonical
// refused by: Step03UnitsTests/converts(kind:value:unit:expected:expectedUnit:)
// says: unrounded
//
// Rounds to the tenth that a scale shows. What's stored should be what was entered.

         switch (unit, canonicalUnit) {
-        case (.pounds, .kilograms): converted.value = value * MetricUnit.kilogramsPerPound
+        case (.pounds, .kilograms): converted.value = (value * MetricUnit.kilogramsPerPound * 10).rounded() / 10
         case (.miles, .kilometres): converted.value = value * MetricUnit.kilometresPerMile
