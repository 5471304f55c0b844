// changes: pull-query
// refused by: Step12ServerTests/pages()
// says: her first page is empty
// breaks: pull-query.4
//
// Compares with `through` even when it's nil. No comparison with NULL is true, so every page is empty.

                     FROM measurements
-                    WHERE user_id = \(user) AND seq > \(cursor) AND seq <= \(through ?? Int64.max)
+                    WHERE user_id = \(user) AND seq > \(cursor) AND seq <= \(through)
                     ORDER BY seq
