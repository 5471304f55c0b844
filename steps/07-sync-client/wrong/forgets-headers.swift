// changes: read-response
// refused by: Step07ClientTests/pullAnswer()
// says: the store would never be bound
//
// Returns only the body: account, receipt and features are lost on the way.

             let body = try read(try JSONValue(parsing: response.body))
-            return SyncResponse(
-                body, account: response.account, receipt: response.receipt, features: response.features)
+            return SyncResponse(body)
         } catch {
