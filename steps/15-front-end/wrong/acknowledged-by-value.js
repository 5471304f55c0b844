// replaces: web-acknowledge
// refused by: Step15WebTests/editBackInFlight()
// says: called synced although the server never saw it
//
// Compares only what was entered, so an edit there and back again looks like no edit.

  const row = await tables.row(copy.id)
  if (!row || row.record.value !== copy.value) return false
  tables.storeSynced(row.record, row.isOwn)
  return true
