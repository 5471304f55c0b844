-- The table for tokens that only read. Run it after db/schema.sql.
--
--     psql "$DATABASE_URL" -f db/migrations/0013-devices.sql        or        vitals-server migrate
--
-- A second run changes nothing, and a server without the feature `devices` ignores this table.
BEGIN;

-- A token that `vitals-server token add --read-only` printed. It isn't in device_tokens: a server that is older than this
-- table, or that has the feature switched off, then doesn't know the token, where it would take a row of device_tokens for a
-- phone that may write.
CREATE TABLE IF NOT EXISTS read_only_tokens (
    id           UUID             NOT NULL PRIMARY KEY,  -- public id, used to revoke the token
    hash         TEXT COLLATE "C" NOT NULL UNIQUE,       -- SHA-256 in hexadecimal; the token itself is not stored
    user_id      UUID             NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name         TEXT             NOT NULL,              -- who or what looks on, such as Coach
    created_on   DATE             NOT NULL,
    last_used_on DATE,                                   -- NULL before the first use
    expires_at   TIMESTAMPTZ,                            -- the moment at which it ends; NULL for one that has no end
    kinds        TEXT COLLATE "C"                        -- the kinds it may read, such as WEIGHT,STEPS; NULL for everything
);
CREATE INDEX IF NOT EXISTS read_only_tokens_user ON read_only_tokens (user_id);

COMMIT;
