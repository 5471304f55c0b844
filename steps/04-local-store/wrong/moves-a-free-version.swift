// changes: upsert
// refused by: Step04StoreTests/upsertNeverLowersAVersion()
// says: was free, and the record should be stored unchanged
// breaks: upsert.1
//
// Writes the clock's time into a record that is stored under its own version.

                 edit = try nextVersion(of: edit, after: target.competingVersions)
+            } else if target.row?.record != edit {
+                edit.updatedAt = max(clock(), edit.updatedAt)
             }
