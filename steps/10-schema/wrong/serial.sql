-- replaces: sync-log-table
-- refused by: Step10SchemaTests/logNumbersItsRows()
-- says: from an INSERT by hand
--
-- BIGSERIAL is a default, and a default gives way to any number that an INSERT brings along.

CREATE TABLE sync_log (
    seq        BIGSERIAL PRIMARY KEY,
    user_id    UUID        NOT NULL,
    record_id  UUID        NOT NULL,
    version    BIGINT      NOT NULL,
    applied_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX sync_log_user_seq ON sync_log (user_id, seq);
