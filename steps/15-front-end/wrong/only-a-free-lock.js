// changes: web-lock
// refused by: Step15WebTests/otherTab()
// says: gave up at once in place of waiting
//
// Takes the lock only if it's free. A browser refuses that together with a signal, and the sync never begins.

-    await this.locks.request(this.name, { signal }, () => (work = body()).catch(() => {})).catch(() => {})
+    const options = { signal, ifAvailable: true }
+    await this.locks.request(this.name, options, (lock) => lock && (work = body()).catch(() => {})).catch(() => {})
     if (!work) throw new SyncError('cancelled')
