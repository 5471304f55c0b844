// changes: ask-once
// refused by: Step19InsightsTests/asksOnceForAll()
// says: All ten requests should get the answer
// breaks: ask-once.7
//
// Nine of ten requests get null, although the answer is there in a second.

-            case .taken: try await sleep(Self.lookPause)
+            case .taken: return nil
