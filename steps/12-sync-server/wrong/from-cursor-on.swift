// changes: pull-query
// refused by: Step12ServerTests/pushedIsPulled()
// says: a page must be empty
//
// Begins at the cursor itself, so no page is ever empty.

                     FROM measurements
-                    WHERE user_id = \(user) AND seq > \(cursor) AND seq <= \(through ?? Int64.max)
+                    WHERE user_id = \(user) AND seq >= \(cursor) AND seq <= \(through ?? Int64.max)
                     ORDER BY seq
