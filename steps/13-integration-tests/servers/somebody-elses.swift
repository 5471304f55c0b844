// replaces: pull-query
// symptom: A person finds measurements in the app that are someone else's.

                let rows = try connection.page(
                    """
                    SELECT seq, \(unsafe: Vitals.Measurement.columns(of: "measurements"))
                    FROM measurements
                    WHERE seq > \(cursor) AND seq <= \(through ?? Int64.max)
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
