-- changes: users-table
-- refused by: Step10SchemaTests/leavesNothingBehind()
-- says: was left behind
--
-- Wraps the table in a transaction of its own. There are no transactions inside a transaction: this COMMIT ends the
-- file's, and what follows stands or falls statement by statement.

+BEGIN;
 CREATE TABLE users (
@@
 ON CONFLICT DO NOTHING;
+COMMIT;
