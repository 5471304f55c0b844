// changes: upsert
// refused by: Step04StoreTests/upsertTakesAnything()
// says: upsert refused
// breaks: upsert.8
//
// Checks what is already stored elsewhere: a record of a newer phone can't be stored here.

             var edit = record
+            try edit.validate()
             if target.row?.record != edit, target.competingVersions.contains(where: { $0.version >= edit.version }) {
