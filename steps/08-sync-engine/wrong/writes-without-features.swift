// changes: apply-page
// refused by: Step08EngineTests/featuresTakePart()
// says: `self.write` doesn't
// breaks: apply-page.2
//
// Begins the store's own transaction instead of the one above, which calls the features.

-        return try write { tables in
+        return try self.write { tables in
             var applied = Applied()
