// changes: week-totals
// refused by: Step19InsightsTests/leavesOutDeleted()
// says: four that mean something else by the word
//
// Looks for the letters. A note in which someone writes the word loses its record.

-                  AND json_type(nullif(extra, ''), '$.deleted') IS NOT 'true'
+                  AND extra NOT LIKE '%deleted%true%'
