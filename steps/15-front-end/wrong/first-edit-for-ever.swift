// changes: view-debounce
// refused by: Step15ViewModelTests/countsAnew()
// says: half a minute after the one before
//
// Remembers the first edit of all, so that after ten seconds every further one acts at once.

             guard !Task.isCancelled, let self else { return }
-            self.firstChangeAt = nil
             self.action()
