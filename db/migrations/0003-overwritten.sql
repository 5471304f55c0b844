-- The table for overwritten edits. Run it after db/schema.sql.
--
--     psql "$DATABASE_URL" -f db/migrations/0003-overwritten.sql        or        vitals-server migrate
--
-- A second run changes nothing, and a server without the feature `deletes` ignores this table.
BEGIN;

-- The versions of a record that were overwritten by a device that hadn't seen them: numbers and digests, never content.
CREATE TABLE IF NOT EXISTS overwritten (
    user_id   UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    record_id UUID NOT NULL,
    versions  TEXT NOT NULL,  -- as in a response: {"copies":[{"digest":"…","version":3}],"through":2}
    PRIMARY KEY (user_id, record_id)
);

COMMIT;
