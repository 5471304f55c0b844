// changes: alarm-difference
// refused by: Step23AlarmTests/keepsTheDue()
// says: It rings, and isn't cancelled
// breaks: alarm-difference.5
//
// An alarm that is due is none of the next ones, so it's cancelled and rings.

-            !isWanted.contains($0.key) && ($0.at > now || !isDue.contains($0.key))
+            !isWanted.contains($0.key)
