// changes: web-next-version
// refused by: Step15WebTests/nextVersion()
// says: version 3 was written last
//
// Looks at the time of the rival with the greatest version, and not at the latest time.

-  const afterAll = Math.max(...competingVersions.map((rival) => rival.updatedAt)) + 1
+  const [greatest] = competingVersions.toSorted((one, other) => other.version - one.version)
+  const afterAll = greatest.updatedAt + 1
   if (!isMoment(afterAll)) {
