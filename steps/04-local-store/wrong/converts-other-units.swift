// changes: edit
// refused by: Step04StoreTests/editIsCanonical()
// says: A row held 160 LB, and its time was corrected
// breaks: edit.4
//
// Converts only if the unit was changed, so a row in pounds stays in pounds.

             try change(&edited)
-            edited = try nextVersion(of: edited.canonical(), after: target.competingVersions)
+            edited = try nextVersion(of: (edited.unit == target.displayed?.unit ? edited : edited.canonical()), after: target.competingVersions)
             try edited.validate()
