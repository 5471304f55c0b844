// replaces: push-dirty
// refused by: Step08EngineTests/walksPastDirtyRows()
// says: the next batch begins after it
//
// Does not note how far it has come, and reads the same dirty rows again.

        guard !rows.isEmpty else {
            // Nothing (more) is dirty. A round that sent nothing leaves nothing new to pull.
            return work.sentCount == 0 && work.hasPulledAll ? finish(.done) : startPull()
        }
        let batch = rows.filter { !work.setAside.contains($0.id) }
        guard !batch.isEmpty else { return nextPush() }
        phase = .pushing(batch)
        return request()
