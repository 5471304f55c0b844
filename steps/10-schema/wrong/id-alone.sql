-- changes: measurements-table
-- refused by: Step10SchemaTests/ownership()
-- says: user and id together
--
-- Makes the record's id the primary key by itself, as if no user could ever send an id that another user has.

     seq         BIGINT           NOT NULL,     -- the latest row of sync_log that is about this record
-
-    -- Two users may hold the same record id without affecting each other.
-    PRIMARY KEY (user_id, id),
-
-    -- PostgreSQL sorts NaN above Infinity, so this refuses all three values that JSON can't write.
+    PRIMARY KEY (id),
     CONSTRAINT measurements_value_finite
