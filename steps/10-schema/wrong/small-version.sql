-- changes: measurements-table
-- refused by: Step10SchemaTests/columns()
-- says: has to be bigint
--
-- Counts versions in an INTEGER, which ends at 2^31-1.

     updated_at  TIMESTAMPTZ      NOT NULL,
-    version     BIGINT           NOT NULL,
+    version     INTEGER          NOT NULL,
     extra       TEXT COLLATE "C" NOT NULL DEFAULT '',  -- members that this build does not know, as canonical JSON
