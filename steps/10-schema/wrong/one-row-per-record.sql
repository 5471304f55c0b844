-- changes: sync-log-table
-- refused by: Step10SchemaTests/logNumbersItsRows()
-- says: couldn't both be logged
--
-- Keeps one row per record instead of one row per write.

     version    BIGINT      NOT NULL,
-    applied_at TIMESTAMPTZ NOT NULL DEFAULT now()
+    applied_at TIMESTAMPTZ NOT NULL DEFAULT now(),
+    UNIQUE (user_id, record_id)
 );
