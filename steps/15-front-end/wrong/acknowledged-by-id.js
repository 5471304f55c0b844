// replaces: web-acknowledge
// refused by: Step15WebTests/editInFlight()
// says: called synced although the server never saw it
//
// Takes the response for whatever the row holds by now.

  const row = await tables.row(copy.id)
  if (!row) return false
  tables.storeSynced(row.record, row.isOwn)
  return true
