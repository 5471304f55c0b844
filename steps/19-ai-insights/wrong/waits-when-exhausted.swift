// changes: ask-once
// refused by: Step19InsightsTests/limit()
// says: The questions are used up, and
// breaks: ask-once.5
//
// Waits as if another request were asking. None is, and nothing changes within 20 seconds.

-            case .exhausted: return nil
-            case .taken: try await sleep(Self.lookPause)
+            case .exhausted, .taken: try await sleep(Self.lookPause)
