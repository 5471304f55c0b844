// changes: upsert
// refused by: Step04StoreTests/upsertOutranksARefusedCopy()
// says: and its version 9 was upserted
// breaks: upsert.1
//
// Numbers a record anew wherever a copy was refused, even if it was greater.

             var edit = record
-            if target.row?.record != edit, target.competingVersions.contains(where: { $0.version >= edit.version }) {
+            if target.row?.record != edit, target.refused != nil || target.competingVersions.contains(where: { $0.version >= edit.version }) {
                 edit = try nextVersion(of: edit, after: target.competingVersions)
