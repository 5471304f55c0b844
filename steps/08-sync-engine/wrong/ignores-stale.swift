// changes: apply-push
// refused by: Step08EngineTests/staleIsAdopted()
// says: A should show it at once
// breaks: apply-push.3
//
// Leaves the stale records to the next pull.

-        for record in answer.stale { try mergeRemote(record, tables, &applied) }
