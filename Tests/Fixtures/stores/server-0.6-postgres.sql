-- What vitals-server 0.6 made. ServerUpgradeTests.swift says how.
-- The server's whole database, for an empty PostgreSQL 13 or later.
--
--     psql "$DATABASE_URL" -f db/schema.sql        or        vitals-server migrate
--
-- One transaction: afterwards either everything below exists, or nothing does. A second run fails at its first CREATE.
-- The COMMIT at the end then rolls back, so that stored data is left alone.
BEGIN;

-- 1) Identity. Minimal on purpose: a real app would issue the token after a login.
-- @write 10 users-table
CREATE TABLE users (
    id    UUID NOT NULL PRIMARY KEY DEFAULT gen_random_uuid(),
    token TEXT NOT NULL UNIQUE     -- the Bearer token of the device; it alone decides which user a request belongs to
);

-- A known user, so that a new database works at once. The server refuses this token beyond loopback.
INSERT INTO users (id, token)
VALUES ('00000000-0000-0000-0000-000000000001', 'dev-token')
ON CONFLICT DO NOTHING;
-- @starter
--| DO $$ BEGIN RAISE EXCEPTION '@@todo 10 create the table users and seed the known user'; END $$;
-- @end

-- 2) The records, each in its latest version. They refer to users, so users comes first.
--
-- Text is COLLATE "C": it is compared by its bytes, as on the phones. The database's own collation may sort 'a' before
-- 'B', and then a phone and the server would disagree about who wins a conflict.
--
-- No column is ever NULL: a row comparison with a NULL yields NULL, and the write would be dropped silently.
-- @write 10 measurements-table
CREATE TABLE measurements (
    id          UUID             NOT NULL,     -- created by the device
    user_id     UUID             NOT NULL REFERENCES users (id),
    kind        TEXT COLLATE "C" NOT NULL,
    value       DOUBLE PRECISION NOT NULL,     -- in the canonical unit only
    unit        TEXT COLLATE "C" NOT NULL,
    recorded_at TIMESTAMPTZ      NOT NULL,
    updated_at  TIMESTAMPTZ      NOT NULL,
    version     BIGINT           NOT NULL,
    extra       TEXT COLLATE "C" NOT NULL DEFAULT '',  -- members that this build does not know, as canonical JSON
    seq         BIGINT           NOT NULL,     -- the latest row of sync_log that is about this record

    -- Two users may hold the same record id without affecting each other.
    PRIMARY KEY (user_id, id),

    -- PostgreSQL sorts NaN above Infinity, so this refuses all three values that JSON can't write.
    CONSTRAINT measurements_value_finite
        CHECK (value > '-Infinity' AND value < 'Infinity'),
    -- 2^53-1: a JSON reader that stores numbers as doubles would round a greater version.
    CONSTRAINT measurements_version_range
        CHECK (version BETWEEN 1 AND 9007199254740991),
    -- Devices store whole milliseconds in the years 1 to 9999. With a microsecond more, no two copies would agree.
    -- AT TIME ZONE makes the checks independent of the session's time zone.
    CONSTRAINT measurements_recorded_at_range
        CHECK (recorded_at AT TIME ZONE 'UTC' >= TIMESTAMP '0001-01-01 00:00:00'
            AND recorded_at AT TIME ZONE 'UTC' < TIMESTAMP '10000-01-01 00:00:00'),
    CONSTRAINT measurements_recorded_at_milliseconds
        CHECK (date_trunc('milliseconds', recorded_at AT TIME ZONE 'UTC') = recorded_at AT TIME ZONE 'UTC'),
    CONSTRAINT measurements_updated_at_range
        CHECK (updated_at AT TIME ZONE 'UTC' >= TIMESTAMP '0001-01-01 00:00:00'
            AND updated_at AT TIME ZONE 'UTC' < TIMESTAMP '10000-01-01 00:00:00'),
    CONSTRAINT measurements_updated_at_milliseconds
        CHECK (date_trunc('milliseconds', updated_at AT TIME ZONE 'UTC') = updated_at AT TIME ZONE 'UTC')
);
-- @starter
--| DO $$ BEGIN RAISE EXCEPTION '@@todo 10 create the table measurements with its constraints'; END $$;
-- @end

-- A page of a pull is a range of this index, so its cost depends on the page, not on the length of the history.
-- @write 10 indexes
CREATE UNIQUE INDEX measurements_user_seq ON measurements (user_id, seq);
-- Charts query by the time of measuring, audits by the time of writing.
CREATE INDEX measurements_user_time    ON measurements (user_id, recorded_at);
CREATE INDEX measurements_user_updated ON measurements (user_id, updated_at);
-- @starter
--| DO $$ BEGIN RAISE EXCEPTION '@@todo 10 create the three indexes of measurements'; END $$;
-- @end

-- 3) The append-only log: which user wrote which version of which record, in the order in which pulls see it. Its seq
-- is the cursor.
--
-- An identity column gives out its numbers before commit, so 10 may become visible before 9 does. A pull that saw 10
-- would never ask for 9 again. Therefore every push first locks its user's row (SELECT … FOR NO KEY UPDATE): within one
-- user, numbers become visible in order.
--
-- No foreign key to users: each push checks its user once, under that lock, instead of once for each row.
-- @write 10 sync-log-table
CREATE TABLE sync_log (
    seq        BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id    UUID        NOT NULL,
    record_id  UUID        NOT NULL,
    version    BIGINT      NOT NULL,
    applied_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX sync_log_user_seq ON sync_log (user_id, seq);
-- @starter
--| DO $$ BEGIN RAISE EXCEPTION '@@todo 10 create the table sync_log and its index'; END $$;
-- @end

-- 4) The version of this schema. The schema writes it itself, so that the server can see which version was applied,
-- whether psql, the first start of a PostgreSQL image or vitals-server migrate applied it.
-- @show schema-version
CREATE TABLE schema_version (
    version  BIGINT  NOT NULL,
    only_row BOOLEAN NOT NULL PRIMARY KEY DEFAULT TRUE CHECK (only_row)
);
INSERT INTO schema_version (version) VALUES (1);
-- @end

COMMIT;
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
-- The table for compacted logs. Run it after db/schema.sql.
--
--     psql "$DATABASE_URL" -f db/migrations/0004-compacted.sql        or        vitals-server migrate
--
-- A second run changes nothing.
BEGIN;

-- What `vitals-server compact` keeps of the log rows that it removes, so that receipts are still checked against them.
CREATE TABLE IF NOT EXISTS compacted (
    user_id UUID             NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    range   BIGINT           NOT NULL,  -- seq / 16384
    tags    TEXT COLLATE "C" NOT NULL,  -- for each row, sorted: seq % 16384 in 4 hexadecimal digits, and its tag in 16
    PRIMARY KEY (user_id, range)
);

COMMIT;
-- The label of a record as a column of its own. Run it after db/schema.sql.
--
--     psql "$DATABASE_URL" -f db/migrations/0005-label.sql        or        vitals-server migrate
--
-- It writes the table anew, which takes about a second for each 100 000 records; pushes wait meanwhile. A second run changes
-- nothing. A server from before labels goes on working, because it never names this column.
BEGIN;

-- JSON may say \u0000, and a text of PostgreSQL can't hold that. The server refuses it, but one row that has it all the same
-- would stop this migration: such a label counts as none.
CREATE OR REPLACE FUNCTION measurement_label(extra TEXT) RETURNS TEXT LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
    RETURN CASE json_typeof(extra::json -> 'label') WHEN 'string' THEN extra::json ->> 'label' END;
EXCEPTION WHEN data_exception THEN
    RETURN NULL;
END $$;

-- PostgreSQL computes it from the members of the record, and nothing else can write it: so it never differs from what is
-- sent, and an edit by a device from before labels keeps it.
ALTER TABLE measurements ADD COLUMN IF NOT EXISTS label TEXT COLLATE "C" GENERATED ALWAYS AS (
    CASE WHEN extra <> '' THEN measurement_label(extra) END
) STORED;

COMMIT;
-- The table for weekly insights. Run it after db/schema.sql.
--
--     psql "$DATABASE_URL" -f db/migrations/0006-insights.sql        or        vitals-server migrate
--
-- A second run changes nothing, and a server without the feature `ai-insights` ignores this table.
BEGIN;

-- What a language model wrote of a person's week, so that it is asked once, by several servers too. A row counts until its time
-- is over; the next question of that user then removes it.
CREATE TABLE IF NOT EXISTS insights (
    user_id  UUID             NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    question TEXT COLLATE "C" NOT NULL,  -- SHA-256 of the week's numbers, the model and the prompt, in hexadecimal
    state    TEXT COLLATE "C" NOT NULL,  -- 'asked' while a server waits for the model, then 'answered'
    insight  TEXT COLLATE "C",           -- NULL while it's asked, and where the model failed
    until    TIMESTAMPTZ      NOT NULL,
    PRIMARY KEY (user_id, question)
);

COMMIT;
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
-- The tags of log rows. Run it after db/schema.sql.
--
--     psql "$DATABASE_URL" -f db/migrations/0009-log-tags.sql        or        vitals-server migrate
--
-- A second run changes nothing, and a server from before ignores this column.
BEGIN;

-- A random number for each row. A restored server gives other rows the same numbers, and those have other tags. Rows from
-- before keep none: their tag is a hash of the row, which is what their phones hold. So the default comes after the column.
DO $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM pg_attribute WHERE attrelid = 'sync_log'::regclass AND attname = 'tag' AND NOT attisdropped
    ) THEN
        ALTER TABLE sync_log ADD COLUMN tag BIGINT;
        ALTER TABLE sync_log ALTER COLUMN tag SET DEFAULT ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint;
    END IF;
END
$$;

COMMIT;
-- The rows, in no order that their references need.
SET session_replication_role = replica;
DELETE FROM access_tokens;
INSERT INTO access_tokens (hash, device_id, expires_at) OVERRIDING SYSTEM VALUE SELECT hash, device_id, expires_at FROM json_populate_record(NULL::access_tokens, '{"hash":"06cfe1d098ea2e04258ce8bb5538c593b3f34763a3ec8984853d27af1dd4e178","device_id":"5dfe4518-4718-4f25-8a65-29cce03f1859","expires_at":"2999-01-01T00:00:00.123+00:00"}');
DELETE FROM compacted;
INSERT INTO compacted (user_id, range, tags) OVERRIDING SYSTEM VALUE SELECT user_id, range, tags FROM json_populate_record(NULL::compacted, '{"user_id":"47bbd4da-b051-468d-8b73-8a0ec1bcee1c","range":0,"tags":"000100000787f1b6eb84000300008031c86b3912"}');
DELETE FROM device_tokens;
INSERT INTO device_tokens (id, hash, user_id, name, created_on, last_used_on) OVERRIDING SYSTEM VALUE SELECT id, hash, user_id, name, created_on, last_used_on FROM json_populate_record(NULL::device_tokens, '{"id":"5dfe4518-4718-4f25-8a65-29cce03f1859","hash":"4e7749071d38ad2567d3a7c87ec7d5562182088d96ce0455f342fb9e57ff7091","user_id":"47bbd4da-b051-468d-8b73-8a0ec1bcee1c","name":"Anna’s \"old\" phone\\","created_on":"2026-06-20","last_used_on":"2026-06-20"}');
DELETE FROM insights;
INSERT INTO insights (user_id, question, state, insight, until) OVERRIDING SYSTEM VALUE SELECT user_id, question, state, insight, until FROM json_populate_record(NULL::insights, '{"user_id":"47bbd4da-b051-468d-8b73-8a0ec1bcee1c","question":"what-is-being-asked","state":"asked","insight":null,"until":"2999-01-01T00:00:00.123+00:00"}');
INSERT INTO insights (user_id, question, state, insight, until) OVERRIDING SYSTEM VALUE SELECT user_id, question, state, insight, until FROM json_populate_record(NULL::insights, '{"user_id":"47bbd4da-b051-468d-8b73-8a0ec1bcee1c","question":"what-was-asked","state":"answered","insight":"You walked more than in the week before.","until":"2999-01-01T00:00:00.123+00:00"}');
DELETE FROM measurements;
INSERT INTO measurements (id, user_id, kind, value, unit, recorded_at, updated_at, version, extra, seq) OVERRIDING SYSTEM VALUE SELECT id, user_id, kind, value, unit, recorded_at, updated_at, version, extra, seq FROM json_populate_record(NULL::measurements, '{"id":"24436e76-c722-47f5-bbf5-56b073ba2e5e","user_id":"00000000-0000-0000-0000-000000000001","kind":"WEIGHT","value":0.001,"unit":"KG","recorded_at":"2026-06-20T07:30:00+00:00","updated_at":"2026-06-20T07:31:00+00:00","version":7,"extra":"","seq":7}');
INSERT INTO measurements (id, user_id, kind, value, unit, recorded_at, updated_at, version, extra, seq) OVERRIDING SYSTEM VALUE SELECT id, user_id, kind, value, unit, recorded_at, updated_at, version, extra, seq FROM json_populate_record(NULL::measurements, '{"id":"54429f19-ffab-45dc-9e1c-4b3aab4eca27","user_id":"47bbd4da-b051-468d-8b73-8a0ec1bcee1c","kind":"WEIGHT","value":72.5,"unit":"KG","recorded_at":"9999-12-31T23:59:59.999+00:00","updated_at":"2026-06-20T07:31:00+00:00","version":9007199254740991,"extra":"{\"label\":\"along the river\"}","seq":6}');
INSERT INTO measurements (id, user_id, kind, value, unit, recorded_at, updated_at, version, extra, seq) OVERRIDING SYSTEM VALUE SELECT id, user_id, kind, value, unit, recorded_at, updated_at, version, extra, seq FROM json_populate_record(NULL::measurements, '{"id":"5d6f36ad-9c80-4ca1-9841-26012a5b3921","user_id":"47bbd4da-b051-468d-8b73-8a0ec1bcee1c","kind":"STEPS","value":12345,"unit":"COUNT","recorded_at":"0001-01-01T00:00:00+00:00","updated_at":"2026-06-20T07:31:00+00:00","version":1,"extra":"","seq":5}');
INSERT INTO measurements (id, user_id, kind, value, unit, recorded_at, updated_at, version, extra, seq) OVERRIDING SYSTEM VALUE SELECT id, user_id, kind, value, unit, recorded_at, updated_at, version, extra, seq FROM json_populate_record(NULL::measurements, '{"id":"7bec72d4-d865-45b4-b85b-51d36c82393e","user_id":"47bbd4da-b051-468d-8b73-8a0ec1bcee1c","kind":"WEIGHT","value":71.0625,"unit":"KG","recorded_at":"2026-06-20T07:30:00+00:00","updated_at":"2026-06-20T07:31:00+00:00","version":2,"extra":"{\"note\":\"after the run, \\\"tired\\\", it''s 5°\"}","seq":2}');
INSERT INTO measurements (id, user_id, kind, value, unit, recorded_at, updated_at, version, extra, seq) OVERRIDING SYSTEM VALUE SELECT id, user_id, kind, value, unit, recorded_at, updated_at, version, extra, seq FROM json_populate_record(NULL::measurements, '{"id":"b2aa6f54-93e8-4c45-bddf-bbbc7efc11ae","user_id":"47bbd4da-b051-468d-8b73-8a0ec1bcee1c","kind":"WEIGHT","value":0.1,"unit":"KG","recorded_at":"2026-06-20T07:31:00+00:00","updated_at":"2026-06-20T07:31:00+00:00","version":2,"extra":"{\"deleted\":true}","seq":4}');
DELETE FROM overwritten;
INSERT INTO overwritten (user_id, record_id, versions) OVERRIDING SYSTEM VALUE SELECT user_id, record_id, versions FROM json_populate_record(NULL::overwritten, '{"user_id":"47bbd4da-b051-468d-8b73-8a0ec1bcee1c","record_id":"7bec72d4-d865-45b4-b85b-51d36c82393e","versions":"{\"copies\":[{\"digest\":\"5458a57870d123fc\",\"version\":1}]}"}');
INSERT INTO overwritten (user_id, record_id, versions) OVERRIDING SYSTEM VALUE SELECT user_id, record_id, versions FROM json_populate_record(NULL::overwritten, '{"user_id":"47bbd4da-b051-468d-8b73-8a0ec1bcee1c","record_id":"b2aa6f54-93e8-4c45-bddf-bbbc7efc11ae","versions":"{\"through\":1}"}');
DELETE FROM pairing_codes;
INSERT INTO pairing_codes (hash, user_id, expires_at) OVERRIDING SYSTEM VALUE SELECT hash, user_id, expires_at FROM json_populate_record(NULL::pairing_codes, '{"hash":"20e1f580036c7a3a61b5408d527a0c262e47d5b5c1db5c70cc68b83ad6e5990a","user_id":"47bbd4da-b051-468d-8b73-8a0ec1bcee1c","expires_at":"2999-01-01T00:00:00.123+00:00"}');
DELETE FROM push_keys;
INSERT INTO push_keys (name, private_key) OVERRIDING SYSTEM VALUE SELECT name, private_key FROM json_populate_record(NULL::push_keys, '{"name":"vapid","private_key":"sXlv0JuRVrsmDFG2KSLjVUX3GstCNLrXjf3o5_U8eQc"}');
DELETE FROM push_subscriptions;
INSERT INTO push_subscriptions (id, user_id, token_hash, device_hash, endpoint, p256dh, auth, refusals, renewed_at) OVERRIDING SYSTEM VALUE SELECT id, user_id, token_hash, device_hash, endpoint, p256dh, auth, refusals, renewed_at FROM json_populate_record(NULL::push_subscriptions, '{"id":"03a6b6d2-cc0e-4b31-aa40-e8be8031f954","user_id":"47bbd4da-b051-468d-8b73-8a0ec1bcee1c","token_hash":"4ac93f577e1168a82b2cb02c6288b500b9aa02f6b5506ad997bbc48cef8fecd1","device_hash":null,"endpoint":"https://push.example.org/a-browser-at-home","p256dh":"BJkbbygczqqGSI8VFrHTYzUj2_3k8zEioJkxo0RBtC_TO5NMub2HfMd4GhLaILojokF0HIu6Ug2InZbXX2IgqsE","auth":"wzEs7drBSMpJ6fZyLjOp0w","refusals":0,"renewed_at":"2026-06-20T07:30:00.123+00:00"}');
INSERT INTO push_subscriptions (id, user_id, token_hash, device_hash, endpoint, p256dh, auth, refusals, renewed_at) OVERRIDING SYSTEM VALUE SELECT id, user_id, token_hash, device_hash, endpoint, p256dh, auth, refusals, renewed_at FROM json_populate_record(NULL::push_subscriptions, '{"id":"ffd28ee8-6263-432c-9c02-ea1a665ec520","user_id":"47bbd4da-b051-468d-8b73-8a0ec1bcee1c","token_hash":"4e7749071d38ad2567d3a7c87ec7d5562182088d96ce0455f342fb9e57ff7091","device_hash":"4e7749071d38ad2567d3a7c87ec7d5562182088d96ce0455f342fb9e57ff7091","endpoint":"https://push.example.org/a-browser","p256dh":"BO2g8kgfgUEunrwfPjlw2SmkI1nzBwfbvTviyPz8k7Io2se70dA9aKh5EkS_jr1W0Kh5n1kHoutBMOoWdfQ6HSo","auth":"6KfPKxBxvoxCHBFxZz7ZWQ","refusals":0,"renewed_at":"2026-06-20T07:30:00.123+00:00"}');
DELETE FROM schema_version;
INSERT INTO schema_version (version, only_row) OVERRIDING SYSTEM VALUE SELECT version, only_row FROM json_populate_record(NULL::schema_version, '{"version":1,"only_row":true}');
DELETE FROM sync_log;
INSERT INTO sync_log (seq, user_id, record_id, version, applied_at, tag) OVERRIDING SYSTEM VALUE SELECT seq, user_id, record_id, version, applied_at, tag FROM json_populate_record(NULL::sync_log, '{"seq":2,"user_id":"47bbd4da-b051-468d-8b73-8a0ec1bcee1c","record_id":"7bec72d4-d865-45b4-b85b-51d36c82393e","version":2,"applied_at":"2026-11-28T16:34:06.429292+00:00","tag":251856398616325}');
INSERT INTO sync_log (seq, user_id, record_id, version, applied_at, tag) OVERRIDING SYSTEM VALUE SELECT seq, user_id, record_id, version, applied_at, tag FROM json_populate_record(NULL::sync_log, '{"seq":4,"user_id":"47bbd4da-b051-468d-8b73-8a0ec1bcee1c","record_id":"b2aa6f54-93e8-4c45-bddf-bbbc7efc11ae","version":2,"applied_at":"2026-11-28T16:34:06.434058+00:00","tag":69611756223582}');
INSERT INTO sync_log (seq, user_id, record_id, version, applied_at, tag) OVERRIDING SYSTEM VALUE SELECT seq, user_id, record_id, version, applied_at, tag FROM json_populate_record(NULL::sync_log, '{"seq":5,"user_id":"47bbd4da-b051-468d-8b73-8a0ec1bcee1c","record_id":"5d6f36ad-9c80-4ca1-9841-26012a5b3921","version":1,"applied_at":"2026-11-28T16:34:06.436098+00:00","tag":106655196920476}');
INSERT INTO sync_log (seq, user_id, record_id, version, applied_at, tag) OVERRIDING SYSTEM VALUE SELECT seq, user_id, record_id, version, applied_at, tag FROM json_populate_record(NULL::sync_log, '{"seq":6,"user_id":"47bbd4da-b051-468d-8b73-8a0ec1bcee1c","record_id":"54429f19-ffab-45dc-9e1c-4b3aab4eca27","version":9007199254740991,"applied_at":"2026-11-28T16:34:06.437747+00:00","tag":229059697096389}');
INSERT INTO sync_log (seq, user_id, record_id, version, applied_at, tag) OVERRIDING SYSTEM VALUE SELECT seq, user_id, record_id, version, applied_at, tag FROM json_populate_record(NULL::sync_log, '{"seq":7,"user_id":"00000000-0000-0000-0000-000000000001","record_id":"24436e76-c722-47f5-bbf5-56b073ba2e5e","version":7,"applied_at":"2026-11-28T16:34:06.439604+00:00","tag":76196645602100}');
DELETE FROM users;
INSERT INTO users (id, token) OVERRIDING SYSTEM VALUE SELECT id, token FROM json_populate_record(NULL::users, '{"id":"00000000-0000-0000-0000-000000000001","token":"dev-token"}');
INSERT INTO users (id, token) OVERRIDING SYSTEM VALUE SELECT id, token FROM json_populate_record(NULL::users, '{"id":"47bbd4da-b051-468d-8b73-8a0ec1bcee1c","token":"a-token-of-a-person"}');
SELECT setval(pg_get_serial_sequence('sync_log', 'seq'), max(seq)) FROM sync_log;
