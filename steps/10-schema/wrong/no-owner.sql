-- changes: measurements-table
-- refused by: Step10SchemaTests/ownership()
-- says: a user who doesn't exist
--
-- Keeps the user's id without the foreign key.

     id          UUID             NOT NULL,     -- created by the device
-    user_id     UUID             NOT NULL REFERENCES users (id),
+    user_id     UUID             NOT NULL,
     kind        TEXT COLLATE "C" NOT NULL,
