// replaces: view-restore
// refused by: Step15ViewModelTests/restoreWins()
// says: no other phone will ever see it
//
// Writes the record back as it was and stops there. It isn't a new edit, so it loses again.

        problem = nil
        do {
            if let conflict = try device.conflicts().first(where: { $0.id == number }) {
                try device.store.upsertClean(conflict.loser)
                try device.dismiss(conflict: number)
                onEdit()
            }
        } catch {
            problem = String(describing: error)
        }
        refresh()
