// changes: week-totals
// refused by: Step19InsightsTests/leavesOutDeleted()
// says: this week, with one record that says `deleted`
//
// A deleted record keeps its place in the table, with the value 0. The mean of 72 and 0 is 36 kg.

-                  AND json_type(nullif(extra, ''), '$.deleted') IS NOT 'true'
