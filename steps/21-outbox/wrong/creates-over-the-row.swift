// changes: entity-view
// refused by: Step21ViewTests/createsOnce()
// says: must not bring
// breaks: entity-view.3
//
// Applies a create on top of the server's row.

-                if entity == nil, shadow == nil {
+                if shadow?.isDeleted != true {
