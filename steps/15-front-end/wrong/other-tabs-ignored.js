// replaces: web-lock
// refused by: Step15WebTests/otherTab()
// says: the locks that were asked for
//
// Keeps the order within the tab, but forgets the other tabs.

    if (signal.aborted) throw new SyncError('cancelled')
    return body()
