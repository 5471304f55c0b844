// changes: store-schema
// refused by: Step04StoreTests/newStoreIsEmpty()
// says: duplicate column name
// breaks: store-schema.10
//
// Makes the column `own`, which the second migration adds.

                       extra       TEXT    NOT NULL DEFAULT '',
-                      dirty       INTEGER NOT NULL DEFAULT 1
+                      dirty       INTEGER NOT NULL DEFAULT 1,
+                      own         INTEGER NOT NULL DEFAULT 0
                     );
