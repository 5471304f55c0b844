-- replaces: indexes
-- refused by: Step10SchemaTests/pullUsesAnIndex()
-- says: begins with (user_id, seq)
--
-- Indexes seq without the user, so a pull walks over everyone's rows.

CREATE UNIQUE INDEX measurements_seq ON measurements (seq);
CREATE INDEX measurements_user_time    ON measurements (user_id, recorded_at);
CREATE INDEX measurements_user_updated ON measurements (user_id, updated_at);
