// changes: push-guard
// refused by: Step12ServerTests/logNumbers()
// says: the response must accept both
// breaks: push-guard.8
//
// Returns the last log row alone, because the receipt needs no other. The phone pushes the rest again, for ever.

-        return try rows.rows.map { try LogEntry($0, at: 0)! }  // RETURNING has no row without values
+        return try rows.rows.suffix(1).map { try LogEntry($0, at: 0)! }
