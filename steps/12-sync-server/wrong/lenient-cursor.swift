// changes: pull-route
// refused by: Step12ServerTests/badParameters(_:)
// says: must be answered with 400
// breaks: pull-route.4
//
// Reads a bad cursor as 0, and silently sends the whole history again.

         let caller = try caller(of: request, context)
-        let cursor = try request.wholeNumber("cursor") ?? 0
+        let cursor = request.uri.queryParameters["cursor"].flatMap { Int64($0) } ?? 0
         guard let limit = try request.wholeNumber("limit") else {
