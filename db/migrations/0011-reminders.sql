-- The table for what users may do beyond the rest. Run it after db/schema.sql.
--
--     psql "$DATABASE_URL" -f db/migrations/0011-reminders.sql        or        vitals-server migrate
--
-- A second run changes nothing, and a server without the feature `reminders` ignores this table.
BEGIN;

-- A permission that whoever runs the server gave to a user, by `vitals-server entitlement grant`.
CREATE TABLE IF NOT EXISTS entitlements (
    user_id    UUID             NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name       TEXT COLLATE "C" NOT NULL,  -- premium_access: may change reminders where --require-premium is set
    granted_at TIMESTAMPTZ      NOT NULL,
    until      TIMESTAMPTZ,                -- the moment at which it ends; NULL for one that has no end
    PRIMARY KEY (user_id, name)
);

COMMIT;
