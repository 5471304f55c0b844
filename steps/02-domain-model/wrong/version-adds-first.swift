// changes: bump-version
// refused by: Step02ModelTests/versionBeyond()
// says: Compare before you add
//
// Adds before it checks the limit, so the program crashes at the end of Int64.

         var next = self
-        next.version = version < Measurement.maximumVersion ? version + 1 : Measurement.maximumVersion
+        next.version = min(version + 1, Measurement.maximumVersion)
         next.updatedAt = max(now, afterThis)
