// replaces: web-lock
// refused by: Step15WebTests/calledOff()
// says: the end of the wait
//
// Doesn't pass the signal on, so a sync that waits for the lock can't be cancelled.

    if (!this.locks) return body()
    return this.locks.request(this.name, () => body())
