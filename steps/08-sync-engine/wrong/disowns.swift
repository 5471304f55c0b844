// replaces: absorb
// refused by: Step08EngineTests/ownStaysOwn()
// says: leaves it own
//
// Stores every winner as somebody else's, also one that says what the person at this phone entered.

        guard let stored = try tables.row(remote.id) else {
            try tables.settle(remote)
            applied.adoptedCount += 1
            return
        }
        let local = stored.record
        if local == remote {
            guard stored.isDirty else { return }
            try tables.markClean(local.id)
            applied.settledCount += 1
        } else if merge(local, remote) == remote {
            if try keepUnseenEdit(stored, winner: remote, tables) { applied.conflictCount += 1 }
            try tables.settle(remote)
            applied.adoptedCount += 1
        } else if stored.isDirty {
            try tables.raiseBase(remote)
        } else {
            // The server has forgotten what it once had from us, or from whoever told us.
            try tables.raiseBase(local)
            try tables.setDirty(true, local.id)
        }
