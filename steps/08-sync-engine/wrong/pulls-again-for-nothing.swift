// changes: push-dirty
// refused by: Step08EngineTests/nothingToSend()
// says: What counts is what this round has sent
// breaks: push-dirty.6
//
// Looks at all that the sync has pushed. After a push, each further round pulls another empty page.

-            return queue.sentCount == 0 && queue.hasPulledAll ? finish(.done) : startPull()
+            return report.pushedCount == 0 && queue.hasPulledAll ? finish(.done) : startPull()
