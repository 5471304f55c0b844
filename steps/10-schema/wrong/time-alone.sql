-- replaces: indexes
-- refused by: Step10SchemaTests/rangesUseIndexes()
-- says: begins with (user_id, recorded_at)
--
-- Indexes the times without the user.

CREATE UNIQUE INDEX measurements_user_seq ON measurements (user_id, seq);
CREATE INDEX measurements_user_time    ON measurements (recorded_at);
CREATE INDEX measurements_user_updated ON measurements (updated_at);
