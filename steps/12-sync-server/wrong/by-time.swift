// changes: pull-query
// refused by: Step12ServerTests/pages()
// says: in the order of seq
// breaks: pull-query.5
//
// Sorts by when a record was written on a phone. Clocks differ, and a phone may come online a week later.

                     WHERE user_id = \(user) AND seq > \(cursor) AND seq <= \(through ?? Int64.max)
-                    ORDER BY seq
+                    ORDER BY updated_at
                     LIMIT \(Int64(limit))
