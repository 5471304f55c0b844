// changes: pull-query
// refused by: Step12ServerTests/isolation()
// says: and nothing else
// breaks: pull-query.1
//
// Reads the records of all users.

                     FROM measurements
-                    WHERE user_id = \(user) AND seq > \(cursor) AND seq <= \(through ?? Int64.max)
+                    WHERE seq > \(cursor) AND seq <= \(through ?? Int64.max)
                     ORDER BY seq
