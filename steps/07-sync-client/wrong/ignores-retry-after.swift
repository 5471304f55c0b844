// changes: read-status
// refused by: Step07ClientTests/unavailable()
// says: with Retry-After: 7 means
//
// Does not read how long the server wants to be left alone.

         case (429, _), (500..., _):
-            self = .unavailable(
-                status: response.status, retryAfterSeconds: response.retryAfterSeconds(now: now))
+            self = .unavailable(status: response.status, retryAfterSeconds: nil)
         case (300..<400, _):
