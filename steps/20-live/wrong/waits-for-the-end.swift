// changes: refresh-session
// refused by: Step20SessionTests/inTime()
// says: An access token works for 15 minutes
// breaks: refresh-session.4
//
// Exchanges a token that has expired. The request that was sent a second before meets a 401.

-        return ageMilliseconds >= lifeMilliseconds * Self.refreshPercent / 100 ? .refresh : .use
+        return ageMilliseconds >= lifeMilliseconds ? .refresh : .use
