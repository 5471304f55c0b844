// replaces: merge
// refused by: Step08EngineTests/mergeLaws()
// says: merge(a, b) and merge(b, a) differ
//
// Takes whatever comes, because the server is right.

    remote
