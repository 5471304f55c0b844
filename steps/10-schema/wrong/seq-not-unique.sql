-- replaces: indexes
-- refused by: Step10SchemaTests/pagesHaveOneEnd()
-- says: skip the second for ever
--
-- An index like the others, so two records of one user may have the same seq.

CREATE INDEX measurements_user_seq ON measurements (user_id, seq);
CREATE INDEX measurements_user_time    ON measurements (user_id, recorded_at);
CREATE INDEX measurements_user_updated ON measurements (user_id, updated_at);
