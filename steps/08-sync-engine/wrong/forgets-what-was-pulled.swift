// replaces: absorb
// refused by: Step08EngineTests/refusedGoesBackToPulled()
// says: its page never comes again
//
// Drops a pulled record that is less than a dirty row, as it changes nothing that is shown.

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
        } else if !stored.isDirty {
            // The server has forgotten what it once had from us, or from whoever told us.
            try tables.raiseBase(local)
            try tables.setDirty(true, local.id)
        }
