// replaces: web-rounds
// refused by: Step15WebTests/ends()
// says: comes to an end
//
// Goes on as long as anything is dirty.

    if (this.#phase.name === 'probing') return this.#afterProbe()
    if (!this.#work.hasPulledAll) return this.#startPull()
    return this.#work.pushIsDown ? this.#finish(this.#work.pushIsDown) : this.#startPush()
