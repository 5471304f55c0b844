// changes: pull-query
// refused by: Step12ServerTests/pullReceipts()
// says: wherever the page ends
// breaks: pull-query.9
//
// Takes the log row of the page's last record for the head. After a restore, that row may be in the backup too.

                     outcome.nextCursor = seq
                 }
+                let last = try connection.query(
+                    """
+                    SELECT \(unsafe: LogEntry.columns(of: "sync_log")) FROM sync_log
+                    WHERE user_id = \(user) AND seq = \(outcome.nextCursor)
+                    """)
+                outcome.head = try last.first.flatMap { try LogEntry($0, at: 0) }
                 return outcome
