// changes: labelled
// refused by: Step18PhrasesTests/replacesLabel()
// says: it made {"label":"faint"}.
// breaks: labelled.3
//
// Writes the label and nothing else: the note of another build is gone on every phone.

-        labelled.extra = UnknownMembers(members: others + (label.map { [.init("label", .string($0))] } ?? []))
+        labelled.extra = UnknownMembers(members: label.map { [.init("label", .string($0))] } ?? [])
