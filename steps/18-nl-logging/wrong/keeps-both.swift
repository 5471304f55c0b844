// changes: labelled
// refused by: Step18PhrasesTests/replacesLabel()
// says: Another label for the one that was there
//
// Adds the new label beside the old one. A JSON object with a name twice means something else to each reader.

-        let others = extra.members.filter { !$0.name.hasSameBytes(as: "label") }
+        let others = extra.members
