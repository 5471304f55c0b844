// changes: authenticate
// refused by: Step12ServerTests/schemeInAnyCase()
// says: without regard to case
// breaks: authenticate.1
//
// Knows only one spelling of the scheme.

-        guard let token = Self.token(in: request.headers[.authorization]) else { throw ServiceError.unauthorized }
+        guard let header = request.headers[.authorization], header.hasPrefix("Bearer ") else {
+            throw ServiceError.unauthorized
+        }
+        let token = String(header.dropFirst("Bearer ".count))
         guard !(refusesDevelopmentToken && token == DevelopmentUser.token) else { throw ServiceError.unauthorized }
