// changes: web-rounds
// refused by: Step15WebTests/rules()
// says: records that arrived: 0 and not 7
//
// Treats the response to a probe like any other page, so the batch that failed is never bisected.

     const queue = this.#queue
-    if (this.#phase.name === 'probing') return this.#afterProbe()
     if (!queue.hasPulledAll) return this.#startPull()
