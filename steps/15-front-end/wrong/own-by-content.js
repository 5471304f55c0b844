// changes: web-merge-remote
// refused by: Step15WebTests/mergeTable()
// says: another phone's with the winner's content
//
// Makes a row this phone's own whenever the content stays the same, whoever entered it.

-    tables.storeSynced(remote, isOwn && hasSameContent(local, remote))
+    tables.storeSynced(remote, hasSameContent(local, remote))
     applied.adopted += 1
