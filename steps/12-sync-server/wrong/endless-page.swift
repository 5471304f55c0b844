// changes: pull-query
// refused by: Step12ServerTests/pages()
// says: A page may hold 2 records
// breaks: pull-query.6
//
// Leaves the limit out of the query.

                     ORDER BY seq
-                    LIMIT \(Int64(limit))
                     """, user: user, cursor: cursor, receipt: receipt)
