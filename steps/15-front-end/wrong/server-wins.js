// replaces: web-merge-remote
// refused by: Step15WebTests/greaterStays()
// says: two edits later
//
// Takes whatever the server sends.

  tables.storeSynced(remote)
  applied.adopted += 1
