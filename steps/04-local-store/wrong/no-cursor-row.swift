// changes: store-schema
// refused by: Step04StoreTests/cursorIsKept()
// says: There should be one row to update
//
// Makes the table of the cursor and forgets its one row: each UPDATE then changes nothing, and says nothing.

                     );
-                    INSERT INTO sync_state (id, cursor) VALUES (0, 0);
                     """)
