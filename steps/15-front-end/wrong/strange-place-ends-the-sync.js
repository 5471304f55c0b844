// changes: web-refused
// refused by: Step15WebTests/unnamedRefusal()
// says: named place 3 of a batch of three, so the batch has to be bisected
//
// Gives up when the server names a place outside the batch.

     const copy = batch[failure.index]
+    if (failure.index !== null && failure.index >= batch.length) return this.#finish(failure)
     if (copy) {
