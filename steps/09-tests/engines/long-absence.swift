// replaces: after-page
// symptom: A phone that comes back after a long time has synced, and lacks much of what the other phone wrote meanwhile.

        guard queue.hasPulledAll || roundCount == 0 else { return finish(.done) }
        guard queue.hasPulledAll else { return startPull() }
        guard roundCount < settings.maximumRounds else { return finish(.done) }
        return startPush()
