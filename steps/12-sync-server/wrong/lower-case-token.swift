// changes: authenticate
// refused by: Step12ServerTests/unauthorized(_:)
// says: Bearer LOUD-TOKEN` must be answered with 401
// breaks: authenticate.2
//
// Makes the token lower case, as if it were the scheme. So a token that nobody has works.

-        let user = try await withTimeout(seconds: timeoutSeconds) { try await store.user(token: token) }
+        let user = try await withTimeout(seconds: timeoutSeconds) { try await store.user(token: token.lowercased()) }
         guard let user else { throw ServiceError.unauthorized }
