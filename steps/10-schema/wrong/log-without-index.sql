-- replaces: sync-log-table
-- refused by: Step10SchemaTests/logUsesAnIndex()
-- says: There is none
--
-- Leaves the log to its primary key, which knows nothing of users.

CREATE TABLE sync_log (
    seq        BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id    UUID        NOT NULL,
    record_id  UUID        NOT NULL,
    version    BIGINT      NOT NULL,
    applied_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
