// replaces: merge
// refused by: Step08EngineTests/mergeLaws()
// says: merge(a, b) and merge(b, a) differ
// breaks: merge.2
//
// Takes whatever comes, because the server is right.

    remote
