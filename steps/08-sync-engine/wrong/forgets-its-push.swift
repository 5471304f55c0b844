// changes: push-dirty
// refused by: Step08EngineTests/knowsItsPush()
// says: as if nothing had been asked
//
// Makes the action by itself and does not say what is under way, so the answer finds an engine that expects none.

         guard !batch.isEmpty else { return nextPush() }
-        phase = .pushing(batch)
-        return request()
+        return .push(batch, context)
