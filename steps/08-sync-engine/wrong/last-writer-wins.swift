// changes: precedence
// refused by: Step08EngineTests/vectors()
// says: differ first in version
// breaks: precedence.1
//
// Compares the time before the version.

+        if left.updatedAt != right.updatedAt { return left.updatedAt < right.updatedAt }
         if left.version != right.version { return left.version < right.version }
-        if left.updatedAt != right.updatedAt { return left.updatedAt < right.updatedAt }
         if left.kind != right.kind { return left.kind.rawValue.precedesByBytes(right.kind.rawValue) }
