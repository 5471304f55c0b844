// changes: pull-route
// refused by: Step12ServerTests/badParameters(_:)
// says: GET /sync/pull?cursor=abc&limit=5 must
// breaks: pull-route.4
//
// Reads the cursor as 0 if it's bad and there's a limit.

-        let cursor = try request.wholeNumber("cursor") ?? 0
         guard let limit = try request.wholeNumber("limit") else {
-            return try await pullAll(cursor: cursor, caller: caller)
+            return try await pullAll(cursor: try request.wholeNumber("cursor") ?? 0, caller: caller)
         }
+        let cursor = (try? request.wholeNumber("cursor")) ?? 0
         let answer = try await withTimeout(seconds: timeoutSeconds) {
