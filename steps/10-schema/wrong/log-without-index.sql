-- changes: sync-log-table
-- refused by: Step10SchemaTests/logUsesAnIndex()
-- says: There is none
--
-- Leaves the log to its primary key, which knows nothing of users.

 );
-CREATE INDEX sync_log_user_seq ON sync_log (user_id, seq);
