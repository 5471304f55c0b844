// changes: label-check
// refused by: Step18PhrasesTests/checksLabels()
// says: A name whose joiner belongs to an emoji was refused
// breaks: label-check.7
//
// Refuses format characters as well. Many emoji and some scripts need them.

-            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
+            !text.unicodeScalars.contains(where: { [.control, .format].contains($0.properties.generalCategory) })
