// changes: pull-query
// refused by: Step12ServerTests/upToDate()
// says: the page must be empty
// breaks: pull-query.2
//
// Begins at the cursor itself, so no page is ever empty.

                     FROM measurements
-                    WHERE user_id = \(user) AND seq > \(cursor) AND seq <= \(through ?? Int64.max)
+                    WHERE user_id = \(user) AND seq >= \(cursor) AND seq <= \(through ?? Int64.max)
                     ORDER BY seq
