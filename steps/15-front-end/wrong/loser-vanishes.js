// replaces: web-merge-remote
// refused by: Step15WebTests/loserIsKept()
// says: lost to a later one
//
// Merges correctly, but forgets the edit that lost.

  const row = await tables.row(remote.id)
  if (!row || beats(remote, row.record)) {
    tables.storeSynced(remote)
    applied.adopted += 1
  } else if (areEqual(row.record, remote)) {
    tables.storeSynced(row.record, row.isOwn)
  } else {
    await tables.setBaseIfGreater(row.isDirty ? remote : row.record)
    tables.put(row.record, true, row.isOwn)
  }
