// changes: refresh-session
// refused by: Step20SessionTests/inTime()
// says: An access token works for an hour
// breaks: refresh-session.4
//
// Exchanges every token after 12 minutes, however long it works.

-        let lifeMilliseconds = life.end.millisecondsSinceEpoch - life.begin.millisecondsSinceEpoch
         let ageMilliseconds = serverTime(now).millisecondsSinceEpoch - life.begin.millisecondsSinceEpoch
-        return ageMilliseconds >= lifeMilliseconds * Self.refreshPercent / 100 ? .refresh : .use
+        return ageMilliseconds >= 12 * 60_000 ? .refresh : .use
