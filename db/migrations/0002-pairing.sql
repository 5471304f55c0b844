-- Tables for devices that were paired with a code. Run it after db/schema.sql.
--
--     psql "$DATABASE_URL" -f db/migrations/0002-pairing.sql        or        vitals-server migrate
--
-- A second run changes nothing, and a server without pairing ignores these tables.
BEGIN;

-- A code that `vitals-server pair` printed and that no device has exchanged yet. An exchange deletes it, so it works
-- once.
CREATE TABLE IF NOT EXISTS pairing_codes (
    hash       TEXT COLLATE "C" NOT NULL PRIMARY KEY,  -- SHA-256 in hexadecimal; the code itself is not stored
    user_id    UUID             NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires_at TIMESTAMPTZ      NOT NULL
);

-- The token that a device got for its code. Unlike users.token, only its hash is stored: one device sees the token,
-- once.
CREATE TABLE IF NOT EXISTS device_tokens (
    id           UUID             NOT NULL PRIMARY KEY,  -- public id, used to revoke the token
    hash         TEXT COLLATE "C" NOT NULL UNIQUE,
    user_id      UUID             NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name         TEXT             NOT NULL,              -- the name that the device gave itself
    created_on   DATE             NOT NULL,
    last_used_on DATE                                    -- NULL before the first use
);
CREATE INDEX IF NOT EXISTS device_tokens_user ON device_tokens (user_id);

COMMIT;
