// replaces: merge
// refused by: Step08EngineTests/greaterWins()
// says: neither of the two it was given
// breaks: merge.3
//
// Returns the greater record with the later of the two times: a record that no phone ever wrote.

    var greater = remote.beats(local) ? remote : local
    greater.updatedAt = max(local.updatedAt, remote.updatedAt)
    return greater
