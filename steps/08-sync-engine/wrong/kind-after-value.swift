// changes: precedence
// refused by: Step08EngineTests/vectors()
// says: differ first in kind, and there
// breaks: precedence.1
//
// Compares the value before the kind, because the kind is nearly always the same. Every other build has them the other
// way round.

         if left.updatedAt != right.updatedAt { return left.updatedAt < right.updatedAt }
-        if left.kind != right.kind { return left.kind.rawValue.precedesByBytes(right.kind.rawValue) }
         if left.value != right.value { return left.value < right.value }
+        if left.kind != right.kind { return left.kind.rawValue.precedesByBytes(right.kind.rawValue) }
