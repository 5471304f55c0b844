// changes: entity-view
// refused by: Step21ViewTests/showsTheRow()
// says: row is a tombstone
// breaks: entity-view.1
//
// Shows the row that the server has deleted.

-        if let shadow, !shadow.isDeleted {
+        if let shadow {
