// changes: apply-push
// refused by: Step08EngineTests/unchangedIsClean()
// says: it has the record already
// breaks: apply-push.1
//
// Looks only at what was accepted. After a lost response, the server reports the record as unchanged.

         let copies = Dictionary(pushed.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
-        for id in answer.acceptedIDs + answer.unchangedIDs {
+        for id in answer.acceptedIDs {
             guard let copy = copies[id] else { continue }
