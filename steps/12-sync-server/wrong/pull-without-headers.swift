// changes: pull-route
// refused by: Step12ServerTests/receiptsOfPulls()
// says: with the receipt of another history
// breaks: pull-route.1
//
// Makes the caller from the user alone, and leaves out the receipt that the phone sent.

-        let caller = try caller(of: request, context)
+        guard let user = context.user else { throw ServiceError.unauthorized }
+        let caller = RequestIdentity(user: user)
         let cursor = try request.wholeNumber("cursor") ?? 0
