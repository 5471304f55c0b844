// changes: acknowledged-origin
// refused by: Step17DeletesTests/editInFlight()
// says: has the greatest version there is
// breaks: acknowledged-origin.2
//
// Knows a later version by its number. At the greatest version there is, the number stays.

-        guard let row = try row(copy.id), row.isDirty, row.record != copy else { return }
+        guard let row = try row(copy.id), row.isDirty, row.record.version > copy.version else { return }
