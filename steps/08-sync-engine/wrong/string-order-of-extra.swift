// changes: precedence
// refused by: Step08EngineTests/vectors()
// says: as in Swift's own order of strings
// breaks: precedence.4
//
// Compares kind and unit by their bytes, and the text of extra by Swift's own order.

         if left.recordedAt != right.recordedAt { return left.recordedAt < right.recordedAt }
-        return left.extra.text.precedesByBytes(right.extra.text)
+        return left.extra.text < right.extra.text
