// replaces: push-dirty
// refused by: Step08EngineTests/knowsItsPush()
// says: as if nothing had been asked
//
// Makes the action by itself and does not say what is under way, so the answer finds an engine that expects none.

        guard let last = rows.last else {
            // Nothing (more) is dirty. A round that sent nothing leaves nothing new to pull.
            return work.sentCount == 0 && work.hasPulledAll ? finish(.done) : startPull()
        }
        work.after = last.id
        let batch = rows.filter { !work.setAside.contains($0.id) }
        guard !batch.isEmpty else { return nextPush() }
        return .push(batch, context)
