// changes: week-totals
// refused by: Step19InsightsTests/leavesOutDeleted()
// says: and they are WEIGHT: 2 values, 143.0 in all
// breaks: week-totals.6
//
// Looks for the letters. A note in which someone writes the word loses its record.

-                  AND json_type(nullif(extra, ''), '$.deleted') IS NOT 'true'
+                  AND extra NOT LIKE '%deleted%true%'
