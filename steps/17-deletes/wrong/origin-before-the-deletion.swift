// changes: acknowledged-origin
// refused by: Step17DeletesTests/editInFlight()
// says: A pushed its deletion and brought 70 back
// breaks: acknowledged-origin.2
//
// Leaves the origin at what was deleted. The server then notes the phone's own deletion as overwritten.

-        guard let row = try row(copy.id), row.isDirty, row.record != copy else { return }
+        guard let row = try row(copy.id), row.isDirty, row.record != copy, !copy.isDeleted else { return }
