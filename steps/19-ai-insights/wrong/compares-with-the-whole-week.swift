// changes: week
// refused by: Step19InsightsTests/weekInZone()
// says: the same days of the week before are
// breaks: week.5
//
// Three days against seven: on Wednesday, everyone has walked less than last week.

-        before = midnight(monday - 7)..<midnight(1 - 7)
+        before = midnight(monday - 7)..<midnight(monday)
