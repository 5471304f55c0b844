// replaces: pull-query
// symptom: A phone that was away for long shows the first part of what it missed, but never the rest.

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
                    guard let (seq, record) = try row.pulled() else { break }  // an empty page
                    outcome.records.append(record)
                    outcome.nextCursor = seq
                }
                let newest = try connection.query(
                    "SELECT coalesce(max(seq), \(cursor)) FROM measurements WHERE user_id = \(user)")
                outcome.nextCursor = try newest.first?.valueIfPresent(0) ?? cursor
                return outcome
