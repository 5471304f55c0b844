// changes: clear-content
// refused by: Step17DeletesTests/lostDeletions()
// says: gets a record of 0.1 kg
// breaks: clear-content.3
//
// Keeps whatever was in the tables, including deletions that lost.

-        for copy in copies where !copy.isDeleted { try keepRecentlyDeleted(copy) }
+        for copy in copies { try keepRecentlyDeleted(copy) }
