// changes: after-page
// refused by: Step08EngineTests/roundsAreBounded()
// says: has counted the round that just ended
//
// Begins one round more than the settings allow.

-        guard roundCount < settings.maximumRounds else { return finish(.done) }
+        guard roundCount <= settings.maximumRounds else { return finish(.done) }
         return startPush()
