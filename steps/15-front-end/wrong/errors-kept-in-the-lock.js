// changes: web-lock
// refused by: Step15WebTests/reachesTheCaller()
// says: its caller never heard
//
// Catches what the body throws along with what the lock throws.

-    let work
-    await this.locks.request(this.name, { signal }, () => (work = body()).catch(() => {})).catch(() => {})
-    if (!work) throw new SyncError('cancelled')
-    return work
+    let answer
+    let hasBegun = false
+    await this.locks.request(this.name, { signal }, async () => {
+      hasBegun = true
+      answer = await body()
+    }).catch(() => {})
+    if (!hasBegun) throw new SyncError('cancelled')
+    return answer
