// changes: web-lock
// refused by: Step15WebTests/lockIsHeld()
// says: until the callback's promise has settled
//
// Begins the body in the callback but doesn't return its promise, so the lock is free while the sync runs.

-    await this.locks.request(this.name, { signal }, () => (work = body()).catch(() => {})).catch(() => {})
+    await this.locks.request(this.name, { signal }, () => { work = body() }).catch(() => {})
     if (!work) throw new SyncError('cancelled')
