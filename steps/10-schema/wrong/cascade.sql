-- changes: measurements-table
-- refused by: Step10SchemaTests/ownership()
-- says: was deleted while their records
--
-- Deletes the records with their user, so one mistaken DELETE takes a whole history with it.

     id          UUID             NOT NULL,     -- created by the device
-    user_id     UUID             NOT NULL REFERENCES users (id),
+    user_id     UUID             NOT NULL REFERENCES users (id) ON DELETE CASCADE,
     kind        TEXT COLLATE "C" NOT NULL,
