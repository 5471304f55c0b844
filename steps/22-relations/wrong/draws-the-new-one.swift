// changes: replace-id
// refused by: Step22IdentityTests/showsLinks()
// says: It should show theirs
// breaks: replace-id.6
//
// Makes the view of the new id anew, and of nothing that links to the old one.

-        try refreshViews(around: [old, new] + stoodFor)
+        try refreshViews(around: [new])
