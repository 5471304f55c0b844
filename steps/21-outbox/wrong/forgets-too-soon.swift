// changes: perform-once
// refused by: Step21OnceTests/forgets()
// says: One millisecond is left
// breaks: perform-once.3
//
// Forgets an answer after nine days.

-        if let earlier, earlier.performedAt + RecordedAnswer.keptMilliseconds > now {
+        if let earlier, earlier.performedAt + RecordedAnswer.keptMilliseconds / 10 > now {
