// changes: authenticate
// refused by: Step12ServerTests/tokenAloneDecides()
// says: and got his records
// breaks: authenticate.7
//
// Lets the request say whose records it wants, so any token opens every history.

         var context = context
-        context.user = user
+        context.user = request.uri.queryParameters["userId"].flatMap { UUID(uuidString: String($0)) } ?? user
         return identify(try await next(request, context), as: user)
