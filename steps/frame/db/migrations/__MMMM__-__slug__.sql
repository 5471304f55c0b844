-- How many records of each user were written by a push. A second run changes nothing.
--
--     psql "$DATABASE_URL" -f db/migrations/__MMMM__-__slug__.sql        or        vitals-server migrate
BEGIN;

CREATE TABLE IF NOT EXISTS __table__ (
    user_id UUID   NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    written BIGINT NOT NULL
);

COMMIT;
