// replaces: merge
// refused by: Step08EngineTests/greaterWins()
// says: should return the greater record
// breaks: merge.1
//
// Lets the later time win, and forgets that a clock may be wrong: a version counts edits, a time doesn't.

    remote.updatedAt > local.updatedAt ? remote : local
