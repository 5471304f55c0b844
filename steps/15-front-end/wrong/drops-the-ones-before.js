// changes: web-refused
// refused by: Step15WebTests/restOfBatch()
// says: what is pushed next
//
// Goes on behind the refused record, and forgets the ones before it.

-      const rest = batch.toSpliced(failure.index, 1)
+      const rest = batch.slice(failure.index + 1)
       if (rest.length) this.#queue.pending.push(rest)
