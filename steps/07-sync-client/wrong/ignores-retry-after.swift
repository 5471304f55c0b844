// changes: read-status
// refused by: Step07ClientTests/unavailable()
// says: with Retry-After: 7 means
//
// Doesn't read how long the server asks the phone to wait.

         case (429, _), (500..., _):
-            self = .unavailable(
-                status: response.status, retryAfterSeconds: response.retryAfterSeconds(now: now))
+            self = .unavailable(status: response.status, retryAfterSeconds: nil)
         case (300..<400, _):
