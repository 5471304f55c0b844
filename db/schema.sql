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
