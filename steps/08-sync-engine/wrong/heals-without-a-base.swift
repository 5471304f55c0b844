// replaces: absorb
// refused by: Step08EngineTests/healedIsNoConflict()
// says: to heal the server is its own base
//
// Marks dirty what the server has forgotten, and nothing tells it from an edit any more.

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
            // A winner that says the same leaves standing what was entered here.
            try tables.settle(remote, own: stored.isOwn && local.saysTheSame(as: remote))
            applied.adoptedCount += 1
        } else if stored.isDirty {
            try tables.raiseBase(remote)
        } else {
            // The server has forgotten what it once had from us, or from whoever told us.
            try tables.setDirty(true, local.id)
        }
