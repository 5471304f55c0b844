// changes: web-merge-remote
// refused by: Step15WebTests/mergeTable()
// says: our row was no row, and then came 71 kg in version 2; the counters
//
// Counts what replaces a row, and not what's new.

     tables.storeSynced(remote)
-    applied.adopted += 1
     return
