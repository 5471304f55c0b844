-- changes: users-table
-- refused by: Step10SchemaTests/tokens()
-- says: whose records would a pull with that token send
--
-- Lets two users have the same token.

     id    UUID NOT NULL PRIMARY KEY DEFAULT gen_random_uuid(),
-    token TEXT NOT NULL UNIQUE     -- the Bearer token of the device; it alone decides which user a request belongs to
+    token TEXT NOT NULL
 );
