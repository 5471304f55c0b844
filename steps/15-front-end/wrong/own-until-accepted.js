// replaces: web-acknowledge
// refused by: Step15WebTests/acceptedIsOwn()
// says: still holds what was entered here
//
// Takes an accepted row for the server's: who entered it is forgotten.

  const row = await tables.row(copy.id)
  if (!row) return false
  if (!areEqual(row.record, copy)) {
    await tables.setBaseIfGreater(copy)
    return false
  }
  tables.storeSynced(copy)
  return true
