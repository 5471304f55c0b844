// changes: refresh-session
// refused by: Step20SessionTests/inTime()
// says: 10.5 s
// breaks: refresh-session.4
//
// Counts in whole minutes. A token that works for less is exchanged for each request.

-        return ageMilliseconds >= lifeMilliseconds * Self.refreshPercent / 100 ? .refresh : .use
+        return ageMilliseconds / 60_000 >= lifeMilliseconds / 60_000 * Self.refreshPercent / 100 ? .refresh : .use
