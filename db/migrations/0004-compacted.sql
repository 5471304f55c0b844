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
