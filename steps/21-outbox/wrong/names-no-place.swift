// changes: perform-once
// refused by: Step21OnceTests/refusesAnother()
// says: so the error's index is 1
// breaks: perform-once.2
//
// Blames the first command of the push.

-            guard earlier.payloadHash == hash else { throw EntityRequestReused(index: index) }
+            guard earlier.payloadHash == hash else { throw EntityRequestReused(index: 0) }
