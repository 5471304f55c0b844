// changes: read-answer
// refused by: Step18PhrasesTests/readsAnswer()
// says: and they are [11.0, 12.0, 13.0, 14.0
// breaks: read-answer.8
//
// Takes twenty from the end. What was said first is missing.

-        return Array(storable.prefix(maximumCount))
+        return Array(Array(storable).suffix(maximumCount))
