// changes: acknowledged-origin
// refused by: Step17DeletesTests/refusedInFlight()
// says: the origin says whether the edit was this phone's
//
// Takes what the server has for somebody else's. If the edit on top is refused, nobody is told that the one below was overwritten.

-        try setEditOrigin(copy, own: row.isOwn)
+        try setEditOrigin(copy, own: false)
