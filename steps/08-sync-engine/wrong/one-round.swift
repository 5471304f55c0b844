// replaces: after-page
// refused by: Step08EngineTests/pushesAgain()
// says: pulls before it pushes
// breaks: after-page.2
//
// Ends the sync after the last page. Rows that are dirty then wait for the next one.

        guard queue.hasPulledAll else { return startPull() }
        return finish(.done)
