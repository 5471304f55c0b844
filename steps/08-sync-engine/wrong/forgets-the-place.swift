// replaces: push-dirty
// refused by: Step08EngineTests/walksPastDirtyRows()
// says: the next batch begins after it
// breaks: push-dirty.1
//
// Doesn't note how far it has come, and reads the same dirty rows again.

        guard !rows.isEmpty else {
            // Nothing (more) is dirty. A round that sent nothing leaves nothing new to pull.
            return queue.sentCount == 0 && queue.hasPulledAll ? finish(.done) : startPull()
        }
        let batch = rows.filter { !queue.skippedIDs.contains($0.id) }
        guard !batch.isEmpty else { return nextPush() }
        phase = .pushing(batch)
        return request()
