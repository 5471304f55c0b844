// replaces: apply-push
// refused by: Step08EngineTests/staleIsAdopted()
// says: A should show it at once
// breaks: apply-push.3
//
// Leaves the stale records to the next pull, and marks everything clean that was pushed and not refused.

        let copies = Dictionary(pushed.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for id in answer.acceptedIDs + answer.unchangedIDs + answer.stale.map(\.id) {
            guard let copy = copies[id] else { continue }
            if try acknowledge(copy, tables) { applied.confirmedCount += 1 }
        }
        for rejection in answer.rejected {
            guard let copy = copies[rejection.id] else { continue }
            if try storeRejection(copy, rejection, tables) { applied.rejectedCount += 1 }
        }
