// changes: pull-query
// refused by: Step12ServerTests/upToDate()
// says: must repeat the cursor
// breaks: pull-query.8
//
// Begins with 0 and not with the request's cursor, so a phone that is up to date pulls everything again.

-                var outcome = PullOutcome(records: [], nextCursor: cursor, head: try rows.checkedHead(receipt))
+                var outcome = PullOutcome(records: [], nextCursor: 0, head: try rows.checkedHead(receipt))
                 outcome.records.reserveCapacity(rows.count)
