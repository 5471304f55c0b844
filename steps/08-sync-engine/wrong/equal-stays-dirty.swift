// replaces: absorb
// refused by: Step08EngineTests/equalIsClean()
// says: knows that it arrived
//
// Has nothing to do for an equal record and leaves its row as it is.

        guard let stored = try tables.row(remote.id) else {
            try tables.settle(remote)
            applied.adoptedCount += 1
            return
        }
        let local = stored.record
        if local == remote {
            return
        } else if merge(local, remote) == remote {
            if try keepUnseenEdit(stored, winner: remote, tables) { applied.conflictCount += 1 }
            // A winner that says the same leaves standing what was entered here.
            try tables.settle(remote, own: stored.isOwn && local.saysTheSame(as: remote))
            applied.adoptedCount += 1
        } else if stored.isDirty {
            try tables.raiseBase(remote)
        } else {
            // The server has forgotten what it once had from us, or from whoever told us.
            try tables.raiseBase(local)
            try tables.setDirty(true, local.id)
        }
