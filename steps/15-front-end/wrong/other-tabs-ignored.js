// replaces: web-lock
// refused by: Step15WebTests/otherTab()
// says: the locks that were asked for
//
// Keeps order within the tab, and forgets the others.

    if (signal.aborted) throw new SyncError('cancelled')
    return body()
