-- changes: sync-log-table
-- refused by: Step10SchemaTests/logNumbersItsRows()
-- says: could not both be logged
--
-- Keeps one row a record instead of one row a write.

     version    BIGINT      NOT NULL,
-    applied_at TIMESTAMPTZ NOT NULL DEFAULT now()
+    applied_at TIMESTAMPTZ NOT NULL DEFAULT now(),
+    UNIQUE (user_id, record_id)
 );
