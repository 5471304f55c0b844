// replaces: web-rounds
// refused by: Step15WebTests/leftToSend()
// says: made during the pull
//
// Ends after the last page, whatever the merge left dirty.

    if (this.#phase.name === 'probing') return this.#afterProbe()
    if (!this.#queue.hasPulledAll) return this.#startPull()
    return this.#finish(this.#queue.pushIsDown)
