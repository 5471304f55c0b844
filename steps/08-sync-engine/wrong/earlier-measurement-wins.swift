// changes: precedence
// refused by: Step08EngineTests/vectors()
// says: differ first in recordedAt, and there
// breaks: precedence.3
//
// Prefers the earlier time of measurement, because the first look at a scale is the honest one.

-        if left.recordedAt != right.recordedAt { return left.recordedAt < right.recordedAt }
+        if left.recordedAt != right.recordedAt { return left.recordedAt > right.recordedAt }
