// changes: entity-view
// refused by: Step21ViewTests/editsWhatIsShown()
// says: Meanwhile another phone added B
// breaks: entity-view.4
//
// Puts the new set in place of the one that's shown.

             case .update:
-                for (name, change) in changes { entity?.apply(change, to: name, of: type) }
+                for (name, change) in changes { entity?.fields[name] = change.to == .null ? nil : change.to }
             case .delete:
