-- replaces: sync-log-table
-- refused by: Step10SchemaTests/logNumbersItsRows()
-- says: two rows of the log with one number
--
-- Trusts the counter to give each number once; the server brings numbers along that it has drawn before.

CREATE TABLE sync_log (
    seq        BIGINT GENERATED ALWAYS AS IDENTITY,
    user_id    UUID        NOT NULL,
    record_id  UUID        NOT NULL,
    version    BIGINT      NOT NULL,
    applied_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX sync_log_user_seq ON sync_log (user_id, seq);
