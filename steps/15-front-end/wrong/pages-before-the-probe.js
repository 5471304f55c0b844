// changes: web-rounds
// refused by: Step15WebTests/afterAPage()
// says: next comes a half of the batch
//
// Asks for more pages before it asks what the pull was for, and forgets the batch that failed.

-    if (this.#phase.name === 'probing') return this.#afterProbe()
     if (!queue.hasPulledAll) return this.#startPull()
+    if (this.#phase.name === 'probing') return this.#afterProbe()
     if (queue.pushIsDown) return this.#finish(queue.pushIsDown)
