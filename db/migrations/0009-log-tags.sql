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
