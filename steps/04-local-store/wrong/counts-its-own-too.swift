// changes: next-version
// refused by: Step04StoreTests/numbersAfterTheGreatest()
// says: competes with version 2. It should become version 3, and it's 10
// breaks: next-version.2
//
// Counts the record's own version among the others, and a caller may have put anything there.

         var next = record
-        next.version = competingVersions.map(\.version).max() ?? record.version
+        next.version = max(record.version, competingVersions.map(\.version).max() ?? record.version)
