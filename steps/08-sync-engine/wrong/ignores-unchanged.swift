// replaces: apply-push
// refused by: Step08EngineTests/unchangedIsClean()
// says: it has the record already
//
// Heeds only what was accepted. After a lost answer the server calls the record unchanged.

        let copies = Dictionary(pushed.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for id in answer.acceptedIDs {
            guard let copy = copies[id] else { continue }
            if try acknowledge(copy, tables) { applied.settledCount += 1 }
        }
        for record in answer.stale { try absorb(record, tables, &applied) }
        for rejection in answer.rejected {
            guard let copy = copies[rejection.id] else { continue }
            if try setAside(copy, rejection, tables) { applied.rejectedCount += 1 }
        }
