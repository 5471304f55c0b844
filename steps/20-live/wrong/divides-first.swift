// changes: refresh-session
// refused by: Step20SessionTests/inTime()
// says: works for 10.599 s, and is 8.45 s old
// breaks: refresh-session.4
//
// Divides before it multiplies. A whole number loses what's left over, here up to 80 ms.

-        return ageMilliseconds >= lifeMilliseconds * Self.refreshPercent / 100 ? .refresh : .use
+        return ageMilliseconds >= lifeMilliseconds / 100 * Self.refreshPercent ? .refresh : .use
