// replaces: web-refused
// refused by: Step15WebTests/namedRefusal()
// says: the records that the server has
//
// Refuses the first record of the batch, whichever record the response names.

    return this.#reject(batch[0], failure.code, failure)
