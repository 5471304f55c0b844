// replaces: web-rounds
// refused by: Step15WebTests/pages()
// says: where more pages follow
//
// Stops after the first page.

    if (this.#phase.name === 'probing') return this.#afterProbe()
    return this.#finish(this.#queue.pushIsDown)
