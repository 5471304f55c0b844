// replaces: web-acknowledge
// refused by: Step15WebTests/acceptedIsClean()
// says: accepts the row
//
// Keeps every row dirty, to be on the safe side.

  await tables.setBaseIfGreater(copy)
  return false
