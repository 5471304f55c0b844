// replaces: web-rounds
// refused by: Step15WebTests/rules()
// says: while no push is taken: undefined and not "unavailable"
//
// Has pulled, pushes again to a server that takes nothing, and then calls it a sync.

    if (this.#phase.name === 'probing') return this.#afterProbe()
    if (!this.#queue.hasPulledAll) return this.#startPull()
    return this.#roundCount < this.#settings.maximumRounds ? this.#startPush() : this.#finish()
