// replaces: web-next-version
// refused by: Step15WebTests/greatestVersion()
// says: an edit of version
//
// Counts on, beyond the whole numbers that JavaScript can tell apart.

  const afterAll = Math.max(...competingVersions.map((rival) => rival.updatedAt)) + 1
  if (!isMoment(afterAll)) {
    throw new InvalidMeasurement('end_of_time', 'record', 'This was last written in 9999 and cannot be edited any more.')
  }
  return makeRecord({
    ...record,
    version: Math.max(...competingVersions.map((rival) => rival.version)) + 1,
    updatedAt: Math.min(Math.max(now, afterAll), lastMoment),
  })
