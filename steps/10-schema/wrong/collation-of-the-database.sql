-- changes: measurements-table
-- refused by: Step10SchemaTests/textComparesByBytes()
-- says: A phone compares bytes
--
-- Leaves the order of text to whatever collation the database was created with.

     user_id     UUID             NOT NULL REFERENCES users (id),
-    kind        TEXT COLLATE "C" NOT NULL,
+    kind        TEXT NOT NULL,
     value       DOUBLE PRECISION NOT NULL,     -- in the canonical unit only
-    unit        TEXT COLLATE "C" NOT NULL,
+    unit        TEXT NOT NULL,
     recorded_at TIMESTAMPTZ      NOT NULL,
@@
     version     BIGINT           NOT NULL,
-    extra       TEXT COLLATE "C" NOT NULL DEFAULT '',  -- members that this build does not know, as canonical JSON
+    extra       TEXT NOT NULL DEFAULT '',
     seq         BIGINT           NOT NULL,     -- the latest row of sync_log that is about this record
