// replaces: after-page
// refused by: Step08EngineTests/pushesAgain()
// says: pulls before it pushes
//
// Ends the sync after the last page. What is dirty then waits for the next one.

        guard queue.hasPulledAll else { return startPull() }
        return finish(.done)
