-- Tables for entities: groups, tags, notes, workouts, reminders. Run it after db/schema.sql.
--
--     psql "$DATABASE_URL" -f db/migrations/0010-entities.sql        or        vitals-server migrate
--
-- A second run changes nothing, and a server without the feature `entities` ignores these tables.
BEGIN;

-- An entity as the server has it, deleted ones among them. Two users may have one id.
CREATE TABLE IF NOT EXISTS entities (
    user_id     UUID             NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id          UUID             NOT NULL,
    type        TEXT COLLATE "C" NOT NULL,  -- group, tag, note, workout, reminder
    version     BIGINT           NOT NULL CHECK (version BETWEEN 1 AND 9007199254740991),
    seq         BIGINT           NOT NULL,  -- the row of entity_log that its last change got
    deleted     BOOLEAN          NOT NULL,
    fields      TEXT COLLATE "C" NOT NULL,  -- JSON, as in a response; empty once it's deleted
    stamps      TEXT COLLATE "C" NOT NULL,  -- JSON: the version at which each field last changed
    folded_name TEXT COLLATE "C",           -- the name as names are compared; NULL for a type whose names may repeat
    started_at  BIGINT,                     -- in milliseconds since 1970; NULL for a type without a start
    PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX IF NOT EXISTS entities_seq ON entities (user_id, type, seq);
-- Of the living, no two of a type have one name.
CREATE UNIQUE INDEX IF NOT EXISTS entities_name ON entities (user_id, type, folded_name) WHERE folded_name IS NOT NULL;
CREATE INDEX IF NOT EXISTS entities_start ON entities (user_id, type, started_at) WHERE started_at IS NOT NULL;

-- Which living entity refers to which, for deletes: what requires a deleted entity goes with it, and the rest is unlinked.
CREATE TABLE IF NOT EXISTS entity_references (
    user_id  UUID    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    target   UUID    NOT NULL,
    source   UUID    NOT NULL,
    required BOOLEAN NOT NULL,
    PRIMARY KEY (user_id, target, source)
);
CREATE INDEX IF NOT EXISTS entity_references_source ON entity_references (user_id, source);

-- An id that a phone made for something that was there already, and the id of that one. Kept for ever.
CREATE TABLE IF NOT EXISTS entity_aliases (
    user_id  UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id       UUID NOT NULL,
    survivor UUID NOT NULL,
    PRIMARY KEY (user_id, id)
);

-- What was answered to each command, to answer its repetition. `vitals-server compact` forgets it after 90 days.
CREATE TABLE IF NOT EXISTS entity_answers (
    user_id      UUID             NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    request_id   TEXT COLLATE "C" NOT NULL,
    payload_hash TEXT COLLATE "C" NOT NULL,  -- of what was asked: the first 16 digits of SHA-256
    result       TEXT COLLATE "C" NOT NULL,  -- JSON
    performed_at BIGINT           NOT NULL,  -- in milliseconds since 1970
    PRIMARY KEY (user_id, request_id)
);
CREATE INDEX IF NOT EXISTS entity_answers_time ON entity_answers (performed_at);

-- A row for each change of an entity. A phone's receipt names one, so none is ever removed.
CREATE TABLE IF NOT EXISTS entity_log (
    user_id UUID   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    seq     BIGINT NOT NULL,  -- 1, 2, 3, … for each user
    tag     BIGINT NOT NULL,  -- random, so that a restored server's rows differ from those that were lost
    PRIMARY KEY (user_id, seq)
);

COMMIT;
