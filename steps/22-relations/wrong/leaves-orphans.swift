// changes: cascade
// refused by: Step22CascadeTests/takesWhatNeedsIt()
// says: no screen can place
// breaks: cascade.1
//
// Removes the reference that an entity can't do without.

-            if referrer.isRequired {
-                try bury(current.id, type: current.type)
-            } else {
-                try unlink(current.id, from: id)
-            }
+            try unlink(current.id, from: id)
