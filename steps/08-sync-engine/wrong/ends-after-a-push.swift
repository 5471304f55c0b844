// changes: push-dirty
// refused by: Step08EngineTests/pullsAfterPushing()
// says: only a round that sent nothing
// breaks: push-dirty.4
//
// Ends the sync as soon as nothing is dirty and one pull has reached the end, even after a round that pushed something.

             // Nothing (more) is dirty. A round that sent nothing leaves nothing new to pull.
-            return queue.sentCount == 0 && queue.hasPulledAll ? finish(.done) : startPull()
+            return queue.hasPulledAll ? finish(.done) : startPull()
         }
