// replaces: after-page
// symptom: A phone that was offline for a long time syncs, and still lacks much of what the other phone wrote in that time.

        guard queue.hasPulledAll || roundCount == 0 else { return finish(.done) }
        guard queue.hasPulledAll else { return startPull() }
        guard roundCount < settings.maximumRounds else { return finish(.done) }
        return startPush()
