// changes: canonical
// refused by: Step03UnitsTests/notConvertible()
// says: asks for a finite number before it asks for kind and unit
//
// Asks for the kind first: what is no number at all is then refused for its kind.

+        guard let canonicalUnit = kind.canonicalUnit else { throw MeasurementError.unknownKind(kind) }
         guard value.isFinite else { throw MeasurementError.notFinite }
-        guard let canonicalUnit = kind.canonicalUnit else { throw MeasurementError.unknownKind(kind) }
         if unit == canonicalUnit { return self }
