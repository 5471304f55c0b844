-- changes: sync-log-table
-- refused by: Step10SchemaTests/logNumbersItsRows()
-- says: sync_log refers to another table
--
-- Has the database look up the user for each row of the log, which the push has done once.

     seq        BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
-    user_id    UUID        NOT NULL,
+    user_id    UUID        NOT NULL REFERENCES users (id),
     record_id  UUID        NOT NULL,
