// replaces: push-dirty
// refused by: Step08EngineTests/walksPastSkippedRecords()
// says: would never end
// breaks: push-dirty.1
//
// Notes the last id of the rows that it pushes. If it pushes none of them, it notes nothing, and reads them again.

        guard !rows.isEmpty else {
            // Nothing (more) is dirty. A round that sent nothing leaves nothing new to pull.
            return queue.sentCount == 0 && queue.hasPulledAll ? finish(.done) : startPull()
        }
        let batch = rows.filter { !queue.skippedIDs.contains($0.id) }
        guard let last = batch.last else { return nextPush() }
        queue.after = last.id
        phase = .pushing(batch)
        return request()
