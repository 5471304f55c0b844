-- changes: sync-log-table
-- refused by: Step10SchemaTests/logNumbersItsRows()
-- says: from an INSERT by hand
--
-- BIGSERIAL is a default, and a default gives way to any number that an INSERT brings along.

 CREATE TABLE sync_log (
-    seq        BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
+    seq        BIGSERIAL PRIMARY KEY,
     user_id    UUID        NOT NULL,
