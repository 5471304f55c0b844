// changes: pull-query
// refused by: Step12ServerTests/pullReceipts()
// says: any row of the log will do
// breaks: pull-query.10
//
// Knows only the receipt of the latest row, so a phone that was away while another pushed begins anew.

-                var outcome = PullOutcome(records: [], nextCursor: cursor, head: try rows.checkedHead(receipt))
+                let head = try rows.checkedHead(nil)
+                if let receipt, let head, Receipt(head) != receipt { throw SyncStoreError.historyLost }
+                var outcome = PullOutcome(records: [], nextCursor: cursor, head: head)
                 outcome.records.reserveCapacity(rows.count)
