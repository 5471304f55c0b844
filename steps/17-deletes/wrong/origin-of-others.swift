// changes: acknowledged-origin
// refused by: Step17DeletesTests/refusedInFlight()
// says: the origin says whether the edit was this phone's
// breaks: acknowledged-origin.3
//
// Treats what the server has as someone else's. If the edit on top is refused, the person is never told that the one
// below was overwritten.

-        try setEditedFrom(copy, own: row.isOwn)
+        try setEditedFrom(copy, own: false)
