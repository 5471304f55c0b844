// changes: make-request
// refused by: Step07ClientTests/token()
// says: "Bearer "
//
// Sends the token alone, without the scheme before it.

         else { throw .unauthorized }
-        var headers = ["Accept": "application/json", "Authorization": "Bearer \(token)"]
+        var headers = ["Accept": "application/json", "Authorization": token]
         if body != nil { headers["Content-Type"] = "application/json" }
