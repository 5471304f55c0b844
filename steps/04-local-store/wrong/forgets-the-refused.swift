// changes: upsert
// refused by: Step04StoreTests/upsertOutranksARefusedCopy()
// says: The server has refused a copy at version 7
// breaks: upsert.4
//
// Looks at the row alone. The copy that the server refused has a greater version.

             var edit = record
-            if target.row?.record != edit, target.competingVersions.contains(where: { $0.version >= edit.version }) {
-                edit = try nextVersion(of: edit, after: target.competingVersions)
+            if let row = target.row?.record, row != edit, row.version >= edit.version {
+                edit = try nextVersion(of: edit, after: [row])
             }
