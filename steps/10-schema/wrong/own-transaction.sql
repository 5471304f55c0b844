-- changes: users-table
-- refused by: Step10SchemaTests/leavesNothingBehind()
-- says: was left behind
--
-- Wraps the table in a transaction of its own. Transactions don't nest: this COMMIT ends the file's transaction, and
-- each statement after it succeeds or fails on its own.

+BEGIN;
 CREATE TABLE users (
@@
 ON CONFLICT DO NOTHING;
+COMMIT;
