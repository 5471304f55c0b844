// changes: read-answer
// refused by: Step18PhrasesTests/readsAnswer()
// says: Thirty entries: the values should be [1.0, 2.0, 3.0
// breaks: read-answer.8
//
// Knows no limit. A phrase of ten words fills the screen with a thousand cards.

-        return Array(storable.prefix(maximumCount))
+        return Array(storable)
