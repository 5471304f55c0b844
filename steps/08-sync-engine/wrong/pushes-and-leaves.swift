// replaces: push-dirty
// refused by: Step08EngineTests/pullsBeforeItEnds()
// says: see news only when it writes
//
// Ends the sync when nothing is dirty, without a pull.

        guard let last = rows.last else {
            // Nothing (more) is dirty. A round that sent nothing leaves nothing new to pull.
            return work.sentCount == 0 ? finish(.done) : startPull()
        }
        work.after = last.id
        let batch = rows.filter { !work.setAside.contains($0.id) }
        guard !batch.isEmpty else { return nextPush() }
        phase = .pushing(batch)
        return request()
