-- The table for access tokens. Run it after 0002-pairing.sql.
--
--     psql "$DATABASE_URL" -f db/migrations/0008-sessions.sql        or        vitals-server migrate
--
-- A second run changes nothing, and a server without the feature `sessions` ignores this table.
BEGIN;

-- A short-lived token that a paired device got for its own. It goes with the device's token, so a revocation holds for the
-- very next request.
CREATE TABLE IF NOT EXISTS access_tokens (
    hash       TEXT COLLATE "C" NOT NULL PRIMARY KEY,  -- SHA-256 in hexadecimal; the token itself is not stored
    device_id  UUID             NOT NULL REFERENCES device_tokens (id) ON DELETE CASCADE,
    expires_at TIMESTAMPTZ      NOT NULL
);
CREATE INDEX IF NOT EXISTS access_tokens_device ON access_tokens (device_id, expires_at);
CREATE INDEX IF NOT EXISTS access_tokens_expiry ON access_tokens (expires_at);

COMMIT;
