// changes: replace-id
// refused by: Step22IdentityTests/freesWhoStoodIn()
// says: stood for it until now
// breaks: replace-id.6
//
// Makes no view again of what the two ids meant before.

-        try refreshViews(around: [old, new] + stoodFor)
+        try refreshViews(around: [old, new, try resolve(new)])
