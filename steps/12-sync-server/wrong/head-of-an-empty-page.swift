// changes: pull-query
// refused by: Step12ServerTests/upToDate()
// says: whatever the log's last number is
// breaks: pull-query.8
//
// Sends the end of the log with an empty page, and not the request's cursor.

                 }
+                if outcome.records.isEmpty { outcome.nextCursor = outcome.head?.seq ?? cursor }
                 return outcome
