// changes: after-page
// refused by: Step08EngineTests/roundsAreBounded()
// says: has counted the round that just ended
// breaks: after-page.3
//
// Begins one round more than the settings allow.

-        guard roundCount < settings.maximumRounds else { return finish(.done) }
+        guard roundCount <= settings.maximumRounds else { return finish(.done) }
         return startPush()
