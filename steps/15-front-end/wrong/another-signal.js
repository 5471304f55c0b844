// changes: web-lock
// refused by: Step15WebTests/calledOff()
// says: needs the signal that `run` was given
//
// Passes a signal on, but one that is never aborted.

-    await this.locks.request(this.name, { signal }, () => (work = body()).catch(() => {})).catch(() => {})
+    const waiting = new AbortController()
+    await this.locks.request(this.name, waiting, () => (work = body()).catch(() => {})).catch(() => {})
     if (!work) throw new SyncError('cancelled')
