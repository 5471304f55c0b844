// changes: pull-query
// refused by: Step12ServerTests/wholeSetEndsAtItsCursor()
// says: No row at all
// breaks: pull-query.10
//
// Takes no row for an empty page, so a phone whose user was deleted believes that it's up to date.

+                guard rows.count > 0 else { return PullOutcome(records: [], nextCursor: cursor, head: nil) }
                 var outcome = PullOutcome(records: [], nextCursor: cursor, head: try rows.checkedHead(receipt))
