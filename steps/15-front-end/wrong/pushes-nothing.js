// changes: web-refused
// refused by: Step15WebTests/restOfBatch()
// says: nothing of it is left
//
// Puts the rest of the batch on the queue even where none is left, and pushes a batch without records.

       const rest = batch.toSpliced(failure.index, 1)
-      if (rest.length) this.#queue.pending.push(rest)
+      this.#queue.pending.push(rest)
       return this.#reject(copy, failure.code, failure)
