// replaces: web-next-version
// refused by: Step15WebTests/nextVersion()
// says: set back an hour
//
// Writes the time that the clock shows.

  return makeRecord({
    ...record,
    version: Math.min(Math.max(...competingVersions.map((rival) => rival.version)) + 1, maximumVersion),
    updatedAt: now,
  })
