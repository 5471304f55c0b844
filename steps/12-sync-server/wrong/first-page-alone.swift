// changes: pull-route
// refused by: Step12ServerTests/wholeSetLargerThanAPage()
// says: No `limit` means no page
// breaks: pull-route.6
//
// Takes the largest page in place of the whole set. A phone of the base protocol pulls once, and never gets the rest.

-        guard let limit = try request.wholeNumber("limit") else {
-            return try await pullAll(cursor: cursor, caller: caller)
-        }
+        let limit = try request.wholeNumber("limit") ?? Int64(service.limits.pageRecordCount)
         let answer = try await withTimeout(seconds: timeoutSeconds) {
