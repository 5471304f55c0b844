// changes: canonical
// refused by: Step03UnitsTests/notConvertible()
// says: unknown_kind
//
// Accepts a kind it doesn't know, in any unit.

         guard value.isFinite else { throw MeasurementError.notFinite }
-        guard let canonicalUnit = kind.canonicalUnit else { throw MeasurementError.unknownKind(kind) }
+        guard let canonicalUnit = kind.canonicalUnit else { return self }
         if unit == canonicalUnit { return self }
