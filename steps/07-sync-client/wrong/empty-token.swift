// changes: make-request
// refused by: Step07ClientTests/noToken(token:)
// says: no request should leave the phone
//
// Sends a request without a usable token and lets the server refuse it. A token with a line break in it becomes a
// header of its own.

         // A token that can't be read, or can't be sent in a header, counts as missing: the person logs in again.
-        guard let token = try? tokens.token(), !token.isEmpty,
-            token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
-        else { throw .unauthorized }
+        let token = (try? tokens.token()) ?? ""
         var headers = ["Accept": "application/json", "Authorization": "Bearer \(token)"]
