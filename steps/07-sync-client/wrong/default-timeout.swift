// changes: make-request
// refused by: Step07ClientTests/timeOut()
// says: a response that takes two seconds should fail with timedOut; this pull ended with a response
//
// Leaves the request's own time-out of 30 seconds in place.

         return HTTPRequest(
-            method: method, url: server.description + path, headers: headers, body: body,
-            timeoutSeconds: timeoutSeconds)
+            method: method, url: server.description + path, headers: headers, body: body)
