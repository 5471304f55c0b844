// changes: read-entry
// refused by: Step18PhrasesTests/readsEntry()
// says: label: nil). Its fields should be unchanged
// breaks: read-entry.8
//
// Takes an empty label for none. A form would refuse it.

-        case .string(let text)?: label = text
+        case .string(let text)?: label = text.isEmpty ? nil : text
