// changes: next-version
// refused by: Step04StoreTests/numbersAfterTheGreatest()
// says: competes with nothing
// breaks: next-version.5
//
// Begins at 1 if nothing competes, although the record has a version.

         var next = record
-        next.version = competingVersions.map(\.version).max() ?? record.version
+        next.version = competingVersions.map(\.version).max() ?? 0
