// changes: pull-query
// refused by: Step12ServerTests/upToDate()
// says: the greatest cursor there is
// breaks: pull-query.2
//
// Counts on from the cursor. Beyond the greatest number that ends the server.

-                    WHERE user_id = \(user) AND seq > \(cursor) AND seq <= \(through ?? Int64.max)
+                    WHERE user_id = \(user) AND seq >= \(cursor + 1) AND seq <= \(through ?? Int64.max)
