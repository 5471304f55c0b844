// replaces: web-merge-remote
// refused by: Step15WebTests/forgetfulServer()
// says: must send it
//
// Keeps the greater record but leaves it clean, although the server has a lesser one.

  const row = await tables.row(remote.id)
  if (!row || beats(remote, row.record)) {
    if (row?.isDirty && await isUnseenEdit(tables, row, remote) && tables.insertConflict(row.record, remote)) applied.conflicts += 1
    tables.storeSynced(remote)
    applied.adopted += 1
  } else if (areEqual(row.record, remote)) {
    tables.storeSynced(row.record, row.isOwn)
  }
