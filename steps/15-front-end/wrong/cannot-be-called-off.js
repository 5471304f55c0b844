// replaces: web-lock
// refused by: Step15WebTests/calledOff()
// says: the end of the wait
//
// Hands the signal to nobody: who waits for the lock cannot be called off.

    if (!this.locks) return body()
    return this.locks.request(this.name, () => body())
