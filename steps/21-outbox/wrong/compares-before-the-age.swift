// changes: perform-once
// refused by: Step21OnceTests/forgetsTheHash()
// says: and so is its hash
// breaks: perform-once.3
//
// Compares the hash with one that was recorded at any time.

-        if let earlier, earlier.performedAt + RecordedAnswer.keptMilliseconds > now {
-            guard earlier.payloadHash == hash else { throw EntityRequestReused(index: index) }
+        if let earlier, earlier.payloadHash != hash { throw EntityRequestReused(index: index) }
+        if let earlier, earlier.performedAt + RecordedAnswer.keptMilliseconds > now {
             return try EntityResult(json: JSONValue(parsing: earlier.result))
