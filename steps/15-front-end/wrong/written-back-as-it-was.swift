// replaces: view-restore
// refused by: Step15ViewModelTests/restoreWins()
// says: no other phone will ever see it
//
// Writes the record back as it was and calls that done: it is no new edit, so it loses again.

        problem = nil
        do {
            if let conflict = try store.conflicts().first(where: { $0.id == number }) {
                try store.upsertClean(conflict.loser)
                try store.dismiss(conflict: number)
                onEdit()
            }
        } catch {
            problem = String(describing: error)
        }
        refresh()
