-- changes: sync-log-table
-- refused by: Step10SchemaTests/logUsesAnIndex()
-- says: There is none
--
-- Leaves the log with only its primary key, which doesn't help to find one user's rows.

 );
-CREATE INDEX sync_log_user_seq ON sync_log (user_id, seq);
