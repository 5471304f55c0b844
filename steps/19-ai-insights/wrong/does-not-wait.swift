// changes: ask-once
// refused by: Step19InsightsTests/asksOnceForAll()
// says: All ten requests should get the answer
//
// Nine of ten requests get null, although the answer is there in a second.

-            case .taken: try await sleep(Self.lookPause)
+            case .taken: return nil
