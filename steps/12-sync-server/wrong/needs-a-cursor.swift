// changes: pull-route
// refused by: Step12ServerTests/wholeSet()
// says: without parameters must return all 25 records
// breaks: pull-route.2
//
// Refuses a pull that doesn't say where it begins.

-        let cursor = try request.wholeNumber("cursor") ?? 0
+        guard let cursor = try request.wholeNumber("cursor") else {
+            throw ServiceError.badParameter("cursor", "Send it.")
+        }
         guard let limit = try request.wholeNumber("limit") else {
