// replaces: web-absorb
// refused by: Step15WebTests/loserIsKept()
// says: lost to a later one
//
// Merges well, and forgets the edit that lost.

  const row = await tables.row(remote.id)
  if (!row || beats(remote, row.record)) {
    tables.settle(remote)
    applied.adopted += 1
  } else if (areEqual(row.record, remote)) {
    tables.settle(row.record, row.isOwn)
  } else {
    await tables.raiseBase(row.isDirty ? remote : row.record)
    tables.put(row.record, true, row.isOwn)
  }
