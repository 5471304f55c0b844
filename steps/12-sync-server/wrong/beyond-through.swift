// replaces: pull-query
// refused by: Step12ServerTests/wholeSetEndsAtItsCursor()
// says: A page must not go beyond `through`
//
// Leaves `through` out: whatever is written while a whole history is read is sent with it, and again afterwards.

                let rows = try connection.page(
                    """
                    SELECT seq, \(unsafe: Vitals.Measurement.columns(of: "measurements"))
                    FROM measurements
                    WHERE user_id = \(user) AND seq > \(cursor)
                    ORDER BY seq
                    LIMIT \(Int64(limit))
                    """, user: user, cursor: cursor, receipt: receipt)
                var outcome = PullOutcome(records: [], nextCursor: cursor, head: try rows.checkedHead(receipt))
                outcome.records.reserveCapacity(rows.count)
                for row in rows.rows {
                    guard let (seq, record) = try row.pulled() else { break }  // an empty page
                    outcome.records.append(record)
                    outcome.nextCursor = seq
                }
                return outcome
