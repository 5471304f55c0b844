// changes: pull-route
// refused by: Step12ServerTests/badParameters(_:)
// says: must be answered with 400
//
// Takes a cursor that it cannot read for 0, and sends a whole history again without a word.

         let caller = try caller(of: request, context)
-        let cursor = try request.wholeNumber("cursor") ?? 0
+        let cursor = request.uri.queryParameters["cursor"].flatMap { Int64($0) } ?? 0
         guard let limit = try request.wholeNumber("limit") else {
