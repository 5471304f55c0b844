// changes: canonical
// refused by: Step03UnitsTests/converts(kind:value:unit:expected:expectedUnit:)
// says: The unit should become
//
// Converts the value but keeps the unit, so the next call converts it again.

         var converted = self
-        converted.unit = canonicalUnit
         switch (unit, canonicalUnit) {
