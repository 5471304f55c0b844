// changes: web-next-version
// refused by: Step15WebTests/nextVersion()
// says: after rivals in the versions 7 and 3
//
// Takes the version of the last rival for the greatest.

-    version: Math.min(Math.max(...competingVersions.map((rival) => rival.version)) + 1, maximumVersion),
+    version: Math.min(competingVersions.at(-1).version + 1, maximumVersion),
     updatedAt: Math.min(Math.max(now, afterAll), lastMoment),
