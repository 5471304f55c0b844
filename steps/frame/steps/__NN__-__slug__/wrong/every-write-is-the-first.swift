// changes: __slug__-count
// refused by: Step__NN____Name__Tests/countsWrites()
// says: The phone has counted
// breaks: __slug__-count.1
//
// Replaces the row of the kind, so each write is the first.

-            INSERT INTO __table__ (kind, written) VALUES (?, 1)
-            ON CONFLICT (kind) DO UPDATE SET written = written + 1
+            INSERT OR REPLACE INTO __table__ (kind, written) VALUES (?, 1)
