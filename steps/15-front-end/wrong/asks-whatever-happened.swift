// replaces: view-restore
// refused by: Step15ViewModelTests/restoreFails()
// says: Nothing was brought back
//
// Swallows the error, and asks for a sync anyway.

        problem = nil
        do {
            try device.restore(conflict: number)
        } catch let error as StoreError where error.isNotFound {
            refresh()
            return
        } catch {
            problem = String(describing: error)
        }
        onEdit()
        refresh()
