// changes: next-version
// refused by: Step04StoreTests/numbersAfterTheGreatest()
// says: should differ in its version and updatedAt alone
// breaks: next-version.8
//
// Makes the next version of the greatest of the others, and not of the record.

-        var next = record
+        var next = competingVersions.max { $0.version < $1.version } ?? record
         next.version = competingVersions.map(\.version).max() ?? record.version
