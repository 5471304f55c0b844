// changes: canonical
// refused by: Step03UnitsTests/idempotent()
// says: change value and unit and nothing else
//
// Counts a conversion as an edit, though the person edited nothing.

         }
+        converted.version += 1
         return converted
