// replaces: web-lock
// refused by: Step15WebTests/reachesTheCaller()
// says: never came
//
// Waits for the body inside the lock, but never passes its result on.

    if (signal.aborted) throw new SyncError('cancelled')
    if (!this.locks) return body()
    let hasBegun = false
    await this.locks.request(this.name, { signal }, async () => {
      hasBegun = true
      await body()
    }).catch(() => {})
    if (!hasBegun) throw new SyncError('cancelled')
