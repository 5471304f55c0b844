-- changes: measurements-table
-- refused by: Step10SchemaTests/ownership()
-- says: was deleted while records
--
-- Lets the records go with their user, so that one DELETE by mistake takes a whole history.

     id          UUID             NOT NULL,     -- created by the device
-    user_id     UUID             NOT NULL REFERENCES users (id),
+    user_id     UUID             NOT NULL REFERENCES users (id) ON DELETE CASCADE,
     kind        TEXT COLLATE "C" NOT NULL,
