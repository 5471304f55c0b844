// changes: entity-view
// refused by: Step21ViewTests/deletes()
// says: The note was deleted here
// breaks: entity-view.5
//
// Shows what was deleted here until the server has heard of it.

-                if command.id == id { entity = nil }
+                break
