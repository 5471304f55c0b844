// changes: read-answer
// refused by: Step18PhrasesTests/readsAnswer()
// says: Thirty entries
//
// Knows no limit. A phrase of ten words fills the screen with a thousand cards.

-        return Array(storable.prefix(maximumCount))
+        return Array(storable)
