// replaces: merge
// refused by: Step08EngineTests/twoPhonesMeet()
// says: After both phones synced, record 1 is not the same everywhere
// breaks: merge.2
//
// Keeps whatever this phone has, because the person at this phone entered it.

    local
