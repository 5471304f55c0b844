// changes: web-refused
// refused by: Step15WebTests/unnamedRefusal()
// says: named place -1 of a batch of three, so the batch has to be bisected
//
// Counts a negative place from the end of the batch.

-    const copy = batch[failure.index]
+    const copy = failure.index === null ? undefined : batch.at(failure.index)
     if (copy) {
