// replaces: merge-remote
// refused by: Step08EngineTests/dirtyGreaterStays()
// says: The edit is greater and should stay
// breaks: merge-remote.6
//
// Stores whatever comes from the server over the row, even over an edit that's greater and not pushed yet.

        let stored = try tables.row(remote.id)
        if let stored, stored.record != remote, try keepUnseenEdit(stored, winner: remote, tables) {
            applied.conflictCount += 1
        }
        try tables.storeSynced(remote)
        applied.adoptedCount += 1
