// changes: read-answer
// refused by: Step18PhrasesTests/readsAnswer()
// says: The second of two entries is the older one
// breaks: read-answer.6
//
// Sorts the entries. The cards then stand in another order than the words.

-        return Array(storable.prefix(maximumCount))
+        return Array(storable.prefix(maximumCount)).sorted { $0.recordedAt < $1.recordedAt }
