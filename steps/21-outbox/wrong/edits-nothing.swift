// changes: entity-view
// refused by: Step21ViewTests/editsWhatIsShown()
// says: An edit of nothing makes nothing
// breaks: entity-view.4
//
// Makes an entity out of an edit.

             case .update:
+                if entity == nil, shadow == nil { entity = Entity(id: id, type: command.type, fields: [:], waits: false) }
                 for (name, change) in changes { entity?.apply(change, to: name, of: type) }
