// changes: put-record
// refused by: Step04StoreTests/rowsAreWrittenByExecute()
// says: and the row was written
// breaks: put-record.6
//
// Goes to the database itself, so no test can make a crash before this statement.

-        try execute(
-            """
+        try database.execute(
+            sql: """
             INSERT INTO measurement (\(Self.columns), dirty, own) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
@@
               extra = excluded.extra, dirty = excluded.dirty, own = excluded.own
-            """, record.arguments + [dirty, own])
+            """, arguments: record.arguments + [dirty, own])
