// changes: cascade
// refused by: Step22CascadeTests/takesWhatNeedsIt()
// says: is still a reminder
// breaks: cascade.1
//
// Gives the tombstone the type of what was deleted first.

-                try bury(current.id, type: current.type)
+                try bury(current.id, type: type)
