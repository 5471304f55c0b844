// changes: label-check
// refused by: Step18PhrasesTests/checksLabels()
// says: A weight whose label is a number was taken
// breaks: label-check.3
//
// Leaves the labels of other kinds unchecked.

-        guard let value = extra["label"] else {
+        guard kind == .symptom else { return }
+        guard let value = extra["label"] else {
