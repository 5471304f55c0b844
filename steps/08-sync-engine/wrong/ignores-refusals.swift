// replaces: apply-push
// refused by: Step08EngineTests/refusedIsMovedOut()
// says: should be in rejected()
// breaks: apply-push.5
//
// Does nothing about refused records, which stay dirty and are sent again for ever.

        let copies = Dictionary(pushed.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for id in answer.acceptedIDs + answer.unchangedIDs {
            guard let copy = copies[id] else { continue }
            if try acknowledge(copy, tables) { applied.confirmedCount += 1 }
        }
        for record in answer.stale { try mergeRemote(record, tables, &applied) }
        applied.rejectedCount += answer.rejected.count
