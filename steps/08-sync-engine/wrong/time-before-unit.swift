// changes: precedence
// refused by: Step08EngineTests/vectors()
// says: differ first in unit, and there
// breaks: precedence.1
//
// Compares the time of the measurement before the unit.

         if left.value != right.value { return left.value < right.value }
-        if left.unit != right.unit { return left.unit.rawValue.precedesByBytes(right.unit.rawValue) }
         if left.recordedAt != right.recordedAt { return left.recordedAt < right.recordedAt }
+        if left.unit != right.unit { return left.unit.rawValue.precedesByBytes(right.unit.rawValue) }
