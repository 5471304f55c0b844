// replaces: web-absorb
// refused by: Step15WebTests/rules()
// says: the row is gone, and the cursor beyond it
//
// Sends a forgetful server its record again, and has nothing left to go back to when that is refused.

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
    tables.settle(remote, isOwn && saysTheSame(local, remote))
    applied.adopted += 1
  } else if (isDirty) {
    await tables.raiseBase(remote)
  } else {
    tables.put(local, true, isOwn)
  }
