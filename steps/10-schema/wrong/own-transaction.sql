-- replaces: users-table
-- refused by: Step10SchemaTests/leavesNothingBehind()
-- says: was left behind
--
-- Wraps the table in a transaction of its own. There are no transactions inside a transaction: this COMMIT ends the
-- file's, and what follows stands or falls statement by statement.

BEGIN;
CREATE TABLE users (
    id    UUID NOT NULL PRIMARY KEY DEFAULT gen_random_uuid(),
    token TEXT NOT NULL UNIQUE
);

INSERT INTO users (id, token)
VALUES ('00000000-0000-0000-0000-000000000001', 'dev-token')
ON CONFLICT DO NOTHING;
COMMIT;
