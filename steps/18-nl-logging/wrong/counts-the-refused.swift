// changes: read-answer
// refused by: Step18PhrasesTests/readsAnswer()
// says: every other one can't be stored
// breaks: read-answer.9
//
// Takes the first twenty, and then what can be stored of them.

-        let storable = list.lazy.compactMap(ParsedEntry.init).filter { entry in
+        let storable = list.prefix(maximumCount).lazy.compactMap(ParsedEntry.init).filter { entry in
