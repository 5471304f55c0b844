// changes: after-page
// refused by: Step08EngineTests/lastRoundPullsEveryPage()
// says: The bound is for rounds, not for pages
// breaks: after-page.1
//
// Checks the number of rounds first, so it ends the last round after its first page.

-        guard queue.hasPulledAll else { return startPull() }
+        guard roundCount < settings.maximumRounds else { return finish(.done) }
+        guard queue.hasPulledAll else { return startPull() }
         // Everything is pulled. Push the rows that the merge left dirty, the edits made meanwhile and, if the store had
@@
-        guard roundCount < settings.maximumRounds else { return finish(.done) }
         return startPush()
