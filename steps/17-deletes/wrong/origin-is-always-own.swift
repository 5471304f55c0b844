// changes: acknowledged-origin
// refused by: Step17DeletesTests/editInFlight()
// says: was imported, pushed, and imported as version 2
// breaks: acknowledged-origin.3
//
// Takes what this phone pushed for its user's own edit. An import isn't one.

-        try setEditedFrom(copy, own: row.isOwn)
+        try setEditedFrom(copy, own: true)
