// changes: store-schema
// refused by: Step04StoreTests/syncStateHasOneRow()
// says: It has none
// breaks: store-schema.7
//
// Creates the cursor's table but forgets its one row: each UPDATE then changes nothing, without an error.

                     );
-                    INSERT INTO sync_state (id, cursor) VALUES (0, 0);
                     """)
