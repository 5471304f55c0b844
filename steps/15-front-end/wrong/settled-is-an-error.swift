// replaces: view-restore
// refused by: Step15ViewModelTests/restoreOfASettledOne()
// says: before the tap
//
// Tells the person of an error because somebody was quicker.

        problem = nil
        do {
            try store.restore(conflict: number)
            onEdit()
        } catch {
            problem = String(describing: error)
        }
        refresh()
