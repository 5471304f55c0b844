-- replaces: users-table
-- refused by: Step10SchemaTests/knownUser()
-- says: the token dev-token
--
-- Creates the table and leaves it empty, so no phone can sync with a fresh database.

CREATE TABLE users (
    id    UUID NOT NULL PRIMARY KEY DEFAULT gen_random_uuid(),
    token TEXT NOT NULL UNIQUE
);
