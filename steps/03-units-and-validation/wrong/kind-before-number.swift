// changes: canonical
// refused by: Step03UnitsTests/notConvertible()
// says: checks the number before it checks kind and unit
//
// Checks the kind first: NaN is then refused because of its kind.

+        guard let canonicalUnit = kind.canonicalUnit else { throw MeasurementError.unknownKind(kind) }
         guard value.isFinite else { throw MeasurementError.notFinite }
-        guard let canonicalUnit = kind.canonicalUnit else { throw MeasurementError.unknownKind(kind) }
         if unit == canonicalUnit { return self }
