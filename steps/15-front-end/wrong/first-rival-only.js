// replaces: web-next-version
// refused by: Step15WebTests/nextVersion()
// says: the versions 3 and 7
//
// Looks at the row, but not at the refused copy that the edit has to beat.

  const [row] = competingVersions
  const afterAll = row.updatedAt + 1
  if (!isMoment(afterAll)) {
    throw new InvalidMeasurement('end_of_time', 'record', 'This was last written in 9999 and cannot be edited any more.')
  }
  return makeRecord({
    ...record, version: Math.min(row.version + 1, maximumVersion), updatedAt: Math.max(now, afterAll),
  })
