-- replaces: measurements-table
-- refused by: Step10SchemaTests/ownership()
-- says: was deleted while records
--
-- Lets the records go with their user, so that one DELETE by mistake takes a whole history.

CREATE TABLE measurements (
    id          UUID             NOT NULL,
    user_id     UUID             NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind        TEXT COLLATE "C" NOT NULL,
    value       DOUBLE PRECISION NOT NULL,
    unit        TEXT COLLATE "C" NOT NULL,
    recorded_at TIMESTAMPTZ      NOT NULL,
    updated_at  TIMESTAMPTZ      NOT NULL,
    version     BIGINT           NOT NULL,
    extra       TEXT COLLATE "C" NOT NULL DEFAULT '',
    seq         BIGINT           NOT NULL,
    PRIMARY KEY (user_id, id),
    CONSTRAINT measurements_value_finite
        CHECK (value > '-Infinity' AND value < 'Infinity'),
    CONSTRAINT measurements_version_range
        CHECK (version BETWEEN 1 AND 9007199254740991),
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
