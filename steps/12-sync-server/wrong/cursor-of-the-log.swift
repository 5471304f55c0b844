// replaces: pull-query
// refused by: Step12ServerTests/pages()
// says: what lies between is skipped
//
// Asks for the end of the log in a second query. A page that does not reach it skips what it left out.

                let rows = try connection.page(
                    """
                    SELECT seq, \(unsafe: Vitals.Measurement.columns(of: "measurements"))
                    FROM measurements
                    WHERE user_id = \(user) AND seq > \(cursor) AND seq <= \(through ?? Int64.max)
                    ORDER BY seq
                    LIMIT \(Int64(limit))
                    """, user: user, cursor: cursor, receipt: receipt)
                var outcome = PullOutcome(records: [], nextCursor: cursor, head: try rows.checkedHead(receipt))
                outcome.records.reserveCapacity(rows.count)
                for row in rows.rows {
                    guard let (_, record) = try row.pulled() else { break }  // an empty page
                    outcome.records.append(record)
                }
                let last = try connection.query("SELECT COALESCE(max(seq), 0) FROM sync_log WHERE user_id = \(user)")
                outcome.nextCursor = try last.first?.value(0) ?? cursor
                return outcome
