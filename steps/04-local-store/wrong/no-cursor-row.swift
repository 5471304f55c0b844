// changes: store-schema
// refused by: Step04StoreTests/cursorIsKept()
// says: There should be one row to update
//
// Creates the cursor's table but forgets its one row: each UPDATE then changes nothing, without an error.

                     );
-                    INSERT INTO sync_state (id, cursor) VALUES (0, 0);
                     """)
