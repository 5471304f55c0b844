// changes: ask-once
// refused by: Step19InsightsTests/killed()
// says: The request paused 0 times
// breaks: ask-once.7
//
// Looks 80 times within a moment. The database has the work, and the answer comes after it.

-            case .taken: try await sleep(Self.lookPause)
+            case .taken: continue
