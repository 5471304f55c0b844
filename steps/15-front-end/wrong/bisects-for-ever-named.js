// changes: web-refused
// refused by: Step15WebTests/bisection()
// says: refused
//
// Sets aside a record that was refused on its own, as if the server were down.

     }
-    if (batch.length === 1) return this.#reject(batch[0], `refused_${failure.status}`, failure)
     this.#bisect(batch)
