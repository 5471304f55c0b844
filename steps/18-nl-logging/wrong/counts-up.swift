// changes: labelled
// refused by: Step18PhrasesTests/replacesLabel()
// says: should change nothing but the label
// breaks: labelled.5
//
// Makes a new version. The caller does that when it's an edit; a new record stays at version 1.

         var labelled = self
+        labelled.version += 1
