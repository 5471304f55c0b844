// changes: precedence
// refused by: Step08EngineTests/vectors()
// says: differ first in value, and there
// breaks: precedence.1
//
// Compares the unit before the value, because a number means nothing without its unit.

         if left.kind != right.kind { return left.kind.rawValue.precedesByBytes(right.kind.rawValue) }
-        if left.value != right.value { return left.value < right.value }
         if left.unit != right.unit { return left.unit.rawValue.precedesByBytes(right.unit.rawValue) }
+        if left.value != right.value { return left.value < right.value }
