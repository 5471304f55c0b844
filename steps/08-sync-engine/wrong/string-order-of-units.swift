// changes: precedence
// refused by: Step08EngineTests/bytes()
// says: never agrees with it
// breaks: precedence.4
//
// Compares kind and extra by their bytes, and forgets that the unit is a text too.

         if left.value != right.value { return left.value < right.value }
-        if left.unit != right.unit { return left.unit.rawValue.precedesByBytes(right.unit.rawValue) }
+        if left.unit != right.unit { return left.unit.rawValue < right.unit.rawValue }
         if left.recordedAt != right.recordedAt { return left.recordedAt < right.recordedAt }
