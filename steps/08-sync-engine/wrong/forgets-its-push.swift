// changes: push-dirty
// refused by: Step08EngineTests/knowsItsPush()
// says: as if nothing had been sent
// breaks: push-dirty.2
//
// Makes the action itself and doesn't say what's under way, so the engine doesn't expect the response.

         guard !batch.isEmpty else { return nextPush() }
-        phase = .pushing(batch)
-        return request()
+        return .push(batch, context)
