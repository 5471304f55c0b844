// changes: read-response
// refused by: Step07ClientTests/notTheProtocol(body:)
// says: should be unexpected(status: 200
//
// Calls a 200 that cannot be read offline, so that a sync behind a hotel's log-in page tries for ever.

         } catch {
-            throw .unexpected(status: 200, detail: "the body breaks the protocol (\(error))")
+            throw .offline("the answer cannot be read (\(error))")
         }
