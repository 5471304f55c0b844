// replaces: absorb
// refused by: Step08EngineTests/pushSettles()
// says: something called it dirty again
//
// Has no case for an equal record: it does not beat ours, so our own looks like one that the server forgot.

        guard let stored = try tables.row(remote.id) else {
            try tables.settle(remote)
            applied.adoptedCount += 1
            return
        }
        let local = stored.record
        if remote.beats(local) {
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
