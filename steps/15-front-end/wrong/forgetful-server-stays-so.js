// replaces: web-absorb
// refused by: Step15WebTests/forgetfulServer()
// says: must send it
//
// Keeps the greater record and leaves it clean, though the server has a lesser one.

  const row = await tables.row(remote.id)
  if (!row || beats(remote, row.record)) {
    if (row?.isDirty && await isUnseenEdit(tables, row, remote) && tables.keepLoser(row.record, remote)) applied.conflicts += 1
    tables.settle(remote)
    applied.adopted += 1
  } else if (areEqual(row.record, remote)) {
    tables.settle(row.record, row.isOwn)
  }
