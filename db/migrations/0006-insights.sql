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
