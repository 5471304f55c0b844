// changes: acknowledged-origin
// refused by: Step17DeletesTests/editInFlight()
// says: was added, pushed, and edited while the push was on its way
// breaks: acknowledged-origin.2
//
// Replaces a parent, and never gives the first one. A new record has none.

         guard let row = try row(copy.id), row.isDirty, row.record != copy else { return }
+        guard try editedFrom(copy.id) != .none else { return }
