-- replaces: users-table
-- refused by: Step10SchemaTests/tokens()
-- says: whose records would a pull with that token send
--
-- Lets two users have the same token.

CREATE TABLE users (
    id    UUID NOT NULL PRIMARY KEY DEFAULT gen_random_uuid(),
    token TEXT NOT NULL
);

INSERT INTO users (id, token)
VALUES ('00000000-0000-0000-0000-000000000001', 'dev-token')
ON CONFLICT DO NOTHING;
