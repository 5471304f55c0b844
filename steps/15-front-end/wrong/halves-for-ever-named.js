// replaces: web-refused
// refused by: Step15WebTests/halving()
// says: refused
//
// Sets a record that is refused alone aside, as if the server were down.

    const copy = batch[failure.index]
    if (copy) {
      const rest = batch.toSpliced(failure.index, 1)
      if (rest.length) this.#work.pending.push(rest)
      return this.#reject(copy, failure.code, failure)
    }
    this.#halve(batch)
    return this.#nextPush()
