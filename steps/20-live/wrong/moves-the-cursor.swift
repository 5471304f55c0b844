// changes: apply-event
// refused by: Step20MergeTests/mergesWithoutCursor()
// says: The cursor should still be
//
// Takes the event for a page, and moves the cursor to its number.

+            try tables.execute("UPDATE sync_state SET cursor = ?", [event.seq])
             return applied
         }
