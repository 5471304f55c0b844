// replaces: web-absorb
// refused by: Step15WebTests/ownWhileItStands()
// says: which nobody entered on A
//
// Hands isOwn on to whatever replaces the row.

  const row = await tables.row(remote.id)
  if (!row) {
    tables.settle(remote)
    applied.adopted += 1
    return
  }
  const { record: local, isDirty, isOwn } = row
  if (areEqual(local, remote)) {
    if (!isDirty) return
    tables.settle(local, isOwn)
    applied.settled += 1
  } else if (beats(remote, local)) {
    if (await isUnseenEdit(tables, row, remote) && tables.keepLoser(local, remote)) applied.conflicts += 1
    tables.settle(remote, isOwn)
    applied.adopted += 1
  } else if (isDirty) {
    await tables.raiseBase(remote)
  } else {
    await tables.raiseBase(local)
    tables.put(local, true, isOwn)
  }
