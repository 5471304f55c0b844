// changes: entity-view
// refused by: Step21ViewTests/deletes()
// says: deletes what you made by mistake
// breaks: entity-view.5
//
// Takes the delete of a replaced id for a delete of what replaced it.

-                if command.id == id { entity = nil }
+                entity = nil
