// changes: upsert
// refused by: Step04StoreTests/upsertOutranksARefusedCopy()
// says: The refused copy itself, version 7, was upserted
// breaks: upsert.3
//
// Compares with what the user sees, and not with the row. So the refused copy gets the number again under which it was
// refused.

             var edit = record
-            if target.row?.record != edit, target.competingVersions.contains(where: { $0.version >= edit.version }) {
+            if target.displayed != edit, target.competingVersions.contains(where: { $0.version >= edit.version }) {
                 edit = try nextVersion(of: edit, after: target.competingVersions)
