// changes: web-lock
// refused by: Step15WebTests/calledOffBefore()
// says: the signal came before the sync's turn
//
// Leaves the signal to the lock, and where there are no locks it isn't looked at.

-    if (signal.aborted) throw new SyncError('cancelled')
     if (!this.locks) return body()
