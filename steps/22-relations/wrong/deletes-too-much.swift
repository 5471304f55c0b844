// changes: cascade
// refused by: Step22CascadeTests/unlinks()
// says: can do without its tag
// breaks: cascade.2
//
// Deletes whatever refers to it.

-            if referrer.isRequired {
-                try bury(current.id, type: current.type)
-            } else {
-                try unlink(current.id, from: id)
-            }
+            try bury(current.id, type: current.type)
