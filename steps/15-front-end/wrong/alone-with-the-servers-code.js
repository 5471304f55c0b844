// changes: web-refused
// refused by: Step15WebTests/unnamedRefusal()
// says: with their codes: [[2,"bad_shape"]]
//
// Gives the last one of a bisected batch the code of a response that was about the whole batch.

-    if (batch.length === 1) return this.#reject(batch[0], `refused_${failure.status}`, failure)
+    if (batch.length === 1) return this.#reject(batch[0], failure.code, failure)
     this.#bisect(batch)
