// replaces: apply-push
// symptom: An edit that lost to the other phone's can't be found anywhere, not even on the phone where it was made.

        for copy in pushed where try acknowledge(copy, tables) { applied.confirmedCount += 1 }
        for record in answer.stale { try mergeRemote(record, tables, &applied) }
        for rejection in answer.rejected {
            guard let copy = pushed.first(where: { $0.id == rejection.id }) else { continue }
            if try storeRejection(copy, rejection, tables) { applied.rejectedCount += 1 }
        }
