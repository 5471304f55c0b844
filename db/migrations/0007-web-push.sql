-- Tables for waking browsers whose page is closed. Run it after db/migrations/0002-pairing.sql.
--
--     psql "$DATABASE_URL" -f db/migrations/0007-web-push.sql        or        vitals-server migrate
--
-- A second run changes nothing, and a server without the feature `push` ignores these tables.
BEGIN;

-- A browser that wants to be woken. It goes with the token that made it.
CREATE TABLE IF NOT EXISTS push_subscriptions (
    id          UUID             NOT NULL PRIMARY KEY,
    user_id     UUID             NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token_hash  TEXT COLLATE "C" NOT NULL,            -- SHA-256 of the token that made it, in hexadecimal
    device_hash TEXT COLLATE "C"                      -- the same, or NULL where it's the user's own token
                REFERENCES device_tokens (hash) ON DELETE CASCADE,
    endpoint    TEXT COLLATE "C" NOT NULL,            -- the push service's address for this browser: a secret
    p256dh      TEXT COLLATE "C" NOT NULL,            -- the browser's public key, in base64url
    auth        TEXT COLLATE "C" NOT NULL,            -- the secret that it shares with this server, in base64url
    refusals    BIGINT           NOT NULL DEFAULT 0,  -- messages that its push service refused in a row
    renewed_at  TIMESTAMPTZ      NOT NULL,
    UNIQUE (user_id, endpoint)
);
CREATE INDEX IF NOT EXISTS push_subscriptions_device ON push_subscriptions (device_hash);

-- The key by which push services recognise this server. Made once, because each subscription is bound to it.
CREATE TABLE IF NOT EXISTS push_keys (
    name        TEXT COLLATE "C" NOT NULL PRIMARY KEY,  -- 'vapid'
    private_key TEXT COLLATE "C" NOT NULL               -- of P-256, in base64url
);

COMMIT;
