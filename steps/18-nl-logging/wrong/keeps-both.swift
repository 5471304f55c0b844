// changes: labelled
// refused by: Step18PhrasesTests/replacesLabel()
// says: it made {"label":"dizzy","label":"faint"
// breaks: labelled.1
//
// Adds the new label beside the old one. A JSON object with a name twice means something else to each reader.

-        let others = extra.members.filter { !$0.name.hasSameBytes(as: "label") }
+        let others = extra.members
