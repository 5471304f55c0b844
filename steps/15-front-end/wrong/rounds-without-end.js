// replaces: web-rounds
// refused by: Step15WebTests/ends()
// says: comes to an end
//
// Goes on as long as anything is dirty.

    if (this.#phase.name === 'probing') return this.#afterProbe()
    if (!this.#queue.hasPulledAll) return this.#startPull()
    return this.#queue.pushIsDown ? this.#finish(this.#queue.pushIsDown) : this.#startPush()
