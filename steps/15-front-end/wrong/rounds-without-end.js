// replaces: web-rounds
// refused by: Step15WebTests/ends()
// says: comes to an end
//
// Keeps going as long as anything is dirty.

    if (this.#phase.name === 'probing') return this.#afterProbe()
    if (!this.#queue.hasPulledAll) return this.#startPull()
    return this.#queue.pushIsDown ? this.#finish(this.#queue.pushIsDown) : this.#startPush()
