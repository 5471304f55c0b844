// changes: make-request
// refused by: Step07ClientTests/token()
// says: in every proxy's log
//
// Sends the token in the header and, to be safe, in the query as well.

         return HTTPRequest(
-            method: method, url: server.description + path, headers: headers, body: body,
+            method: method, url: server.description + path + (path.contains("?") ? "&" : "?") + "token=\(token)", headers: headers, body: body,
             timeoutSeconds: timeoutSeconds)
