// changes: web-rounds
// refused by: Step15WebTests/afterAPage()
// says: its pages can still be read
//
// Ends at the first page when the server takes no push.

-    if (!queue.hasPulledAll) return this.#startPull()
     if (queue.pushIsDown) return this.#finish(queue.pushIsDown)
+    if (!queue.hasPulledAll) return this.#startPull()
