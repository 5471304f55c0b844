// changes: web-rounds
// refused by: Step15WebTests/afterAPage()
// says: how often a sync pushes
//
// Ends one round early.

-    return this.#roundCount < this.#settings.maximumRounds ? this.#startPush() : this.#finish()
+    return this.#roundCount < this.#settings.maximumRounds - 1 ? this.#startPush() : this.#finish()
