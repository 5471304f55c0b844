-- Tables for samples of health sources. Run it after db/schema.sql.
--
--     psql "$DATABASE_URL" -f db/migrations/0012-workouts.sql        or        vitals-server migrate
--
-- A second run changes nothing, and a server without the feature `workouts` ignores these tables.
BEGIN;

-- A reading of a health source, as the source wrote it. It never changes. Two users may have one id.
CREATE TABLE IF NOT EXISTS samples (
    user_id    UUID             NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id         UUID             NOT NULL,
    type       TEXT COLLATE "C" NOT NULL,  -- such as BASAL_ENERGY; also one that this server doesn't know
    value      DOUBLE PRECISION NOT NULL,
    unit       TEXT COLLATE "C" NOT NULL,  -- as the source spells it
    started_at TIMESTAMPTZ      NOT NULL,
    ended_at   TIMESTAMPTZ      NOT NULL,
    source     TEXT COLLATE "C" NOT NULL,  -- what recorded it, such as Apple Watch
    device     TEXT COLLATE "C",           -- the model; NULL where the source says none
    zone       TEXT COLLATE "C",           -- such as Europe/Berlin; NULL where the source says none
    PRIMARY KEY (user_id, id)
);
CREATE INDEX IF NOT EXISTS samples_start ON samples (user_id, type, started_at);

-- The ids of samples that a health source deleted, also of those that never came. None of them comes back.
CREATE TABLE IF NOT EXISTS sample_deletions (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id      UUID NOT NULL,
    PRIMARY KEY (user_id, id)
);

-- A row for each request that was accepted, never one for each sample. A phone's receipt names one, and its repetition gets the
-- answer again, so none is ever removed.
CREATE TABLE IF NOT EXISTS sample_log (
    user_id    UUID             NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    seq        BIGINT           NOT NULL,  -- 1, 2, 3, … for each user
    tag        BIGINT           NOT NULL,  -- random, so that a restored server's rows differ from those that were lost
    request_id UUID             NOT NULL,  -- the uploadRequestId
    body_hash  TEXT COLLATE "C" NOT NULL,  -- SHA-256 of the request's body
    answer     TEXT COLLATE "C" NOT NULL,  -- JSON
    PRIMARY KEY (user_id, seq),
    UNIQUE (user_id, request_id)
);

COMMIT;
