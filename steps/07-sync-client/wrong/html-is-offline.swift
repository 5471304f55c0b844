// changes: read-response
// refused by: Step07ClientTests/notTheProtocol(body:)
// says: should be unexpected(status: 200
//
// Reports a 200 that can't be read as offline, so a sync behind a hotel's log-in page tries again for ever.

         } catch {
-            throw .unexpected(status: 200, detail: "the body breaks the protocol (\(error))")
+            throw .offline("the answer cannot be read (\(error))")
         }
