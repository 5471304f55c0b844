-- Devices that were paired by a code, after db/schema.sql.
--
--     psql "$DATABASE_URL" -f db/migrations/0002-pairing.sql        or        vitals-server migrate
--
-- A second run changes nothing, and a server that knows nothing of pairing does not mind these tables.
BEGIN;

-- A code that `vitals-server pair` printed and nobody has exchanged yet. Taking it away is what makes it work once.
CREATE TABLE IF NOT EXISTS pairing_codes (
    hash       TEXT COLLATE "C" NOT NULL PRIMARY KEY,  -- SHA-256 in hexadecimal; the code itself is nowhere
    user_id    UUID             NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires_at TIMESTAMPTZ      NOT NULL
);

-- The token that a device got for its code. Unlike users.token only its hash is here: it is shown to one device, once.
CREATE TABLE IF NOT EXISTS device_tokens (
    id           UUID             NOT NULL PRIMARY KEY,  -- by which it is revoked
    hash         TEXT COLLATE "C" NOT NULL UNIQUE,
    user_id      UUID             NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name         TEXT             NOT NULL,              -- what the device called itself
    created_on   DATE             NOT NULL,
    last_used_on DATE                                    -- NULL before the first use
);
CREATE INDEX IF NOT EXISTS device_tokens_user ON device_tokens (user_id);

COMMIT;
