// changes: label-check
// refused by: Step18PhrasesTests/checksLabels()
// says: A weight whose label is a number was taken
//
// Leaves the labels of other kinds unchecked.

-        guard let value = extra.members.first(where: { $0.name == "label" })?.value else {
+        guard kind == .symptom else { return }
+        guard let value = extra.members.first(where: { $0.name == "label" })?.value else {
