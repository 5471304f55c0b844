// changes: next-version
// refused by: Step04StoreTests/numbersAfterTheGreatest()
// says: should be written at 1800001 ms, and it's at 0 ms
// breaks: next-version.3
//
// Takes the time of the copy with the greatest version. Another one was written later.

-        next.updatedAt = competingVersions.map(\.updatedAt).max() ?? record.updatedAt
+        next.updatedAt = competingVersions.max { $0.version < $1.version }?.updatedAt ?? record.updatedAt
         return try next.bumpVersion(now: clock())
