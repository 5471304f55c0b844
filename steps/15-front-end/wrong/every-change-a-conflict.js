// replaces: web-merge-remote
// refused by: Step15WebTests/noConflict()
// says: edited nothing
//
// Counts every record that was replaced as a conflict.

  const row = await tables.row(remote.id)
  if (!row || beats(remote, row.record)) {
    if (row && tables.insertConflict(row.record, remote)) applied.conflicts += 1
    tables.storeSynced(remote)
    applied.adopted += 1
  } else if (areEqual(row.record, remote)) {
    tables.storeSynced(row.record, row.isOwn)
  } else {
    await tables.setBaseIfGreater(row.isDirty ? remote : row.record)
    tables.put(row.record, true, row.isOwn)
  }
