// changes: view-debounce
// refused by: Step15ViewModelTests/countsAnew()
// says: half a minute after the one before
//
// Remembers the very first edit, so after ten seconds every further edit acts at once.

             guard !Task.isCancelled, let self else { return }
-            self.firstChangeAt = nil
             self.action()
