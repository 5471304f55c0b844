// changes: pull-query
// refused by: Step12ServerTests/pages()
// says: in the order of seq
// breaks: pull-query.5
//
// Sorts by the version first, so a record that was edited comes after those that were written later.

                     WHERE user_id = \(user) AND seq > \(cursor) AND seq <= \(through ?? Int64.max)
-                    ORDER BY seq
+                    ORDER BY version, seq
                     LIMIT \(Int64(limit))
