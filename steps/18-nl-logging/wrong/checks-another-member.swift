// changes: label-check
// refused by: Step18PhrasesTests/checksLabels()
// says: A symptom with a member `Label` and no name was taken
// breaks: label-check.1
//
// Takes `Label` for the name. Phones don't, so they show a symptom without one.

-        guard let value = extra["label"] else {
+        guard let value = extra["label"] ?? extra["Label"] else {
