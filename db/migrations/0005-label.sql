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
