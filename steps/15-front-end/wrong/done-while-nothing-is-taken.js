// replaces: web-rounds
// refused by: Step15WebTests/rules()
// says: while no push is taken: undefined and not "unavailable"
//
// After the pull, pushes again to a server that takes nothing, and then reports a successful sync.

    if (this.#phase.name === 'probing') return this.#afterProbe()
    if (!this.#queue.hasPulledAll) return this.#startPull()
    return this.#roundCount < this.#settings.maximumRounds ? this.#startPush() : this.#finish()
