// changes: pull-query
// refused by: Step12ServerTests/newDatabase()
// says: with the least seq, in order
// breaks: pull-query.5
//
// Leaves the order to the database. While it uses the index, the order happens to be right.

                     WHERE user_id = \(user) AND seq > \(cursor) AND seq <= \(through ?? Int64.max)
-                    ORDER BY seq
                     LIMIT \(Int64(limit))
