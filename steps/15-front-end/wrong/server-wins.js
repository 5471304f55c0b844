// replaces: web-absorb
// refused by: Step15WebTests/greaterStays()
// says: two edits later
//
// Takes whatever the server sends.

  tables.settle(remote)
  applied.adopted += 1
