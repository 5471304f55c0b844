// changes: edit
// refused by: Step04StoreTests/editNumbersItself()
// says: Check the record as it will be stored
// breaks: edit.6
//
// Checks the record before it has its version, and refuses a number that is never stored.

             try change(&edited)
+            try edited.canonical().validate()
             edited = try nextVersion(of: edited.canonical(), after: target.competingVersions)
-            try edited.validate()
             try storeEdit(edited, over: target, tables)
