-- replaces: sync-log-table
-- refused by: Step10SchemaTests/logNumbersItsRows()
-- says: could not both be logged
--
-- Keeps one row a record instead of one row a write.

CREATE TABLE sync_log (
    seq        BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id    UUID        NOT NULL,
    record_id  UUID        NOT NULL,
    version    BIGINT      NOT NULL,
    applied_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    UNIQUE (user_id, record_id)
);
CREATE INDEX sync_log_user_seq ON sync_log (user_id, seq);
