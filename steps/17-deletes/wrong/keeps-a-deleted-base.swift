// changes: clear-content
// refused by: Step17DeletesTests/lostDeletions()
// says: The base is the first deletion
// breaks: clear-content.3
//
// Looks for deletions among the conflicts alone. The base of a restored record is one, too.

-        copies += try takeCopies(of: record.id, from: .conflict)
+        copies += try takeCopies(of: record.id, from: .conflict).filter { !$0.isDeleted }
         try removeBase(record.id)
         // A lost deletion holds nothing that could be brought back.
-        for copy in copies where !copy.isDeleted { try keepRecentlyDeleted(copy) }
+        for copy in copies { try keepRecentlyDeleted(copy) }
