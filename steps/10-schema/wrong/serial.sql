-- changes: sync-log-table
-- refused by: Step10SchemaTests/logNumbersItsRows()
-- says: from an INSERT by hand
--
-- BIGSERIAL is only a default, and any number in an INSERT overrides a default.

 CREATE TABLE sync_log (
-    seq        BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
+    seq        BIGSERIAL PRIMARY KEY,
     user_id    UUID        NOT NULL,
